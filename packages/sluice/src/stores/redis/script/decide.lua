-- Decides all other batches, request by request in their order, and replies in the same form.

local UNCHANGED, CHARGED, COUNTED, BLOCKED = 0, 1, 2, 4

local function nextArg()
  at = at + 1
  return ARGV[at - 1]
end

-- The request that is being decided: for each of its limits the rule, the place and the state of its key.
local count = 0
local rule, bucket, field = {}, {}, {}
local a, b, c = {}, {}, {}
local isPinned, blockedMs, anyBlocked = {}, {}, false

local function load(i, withHeld)
  local r = rule[i]
  local blocked, bytes = findPinned(r, field[i])
  blockedMs[i], isPinned[i] = blocked, bytes ~= nil
  if blocked > 0 then anyBlocked = true end
  bytes = bytes or findBytes(r, bucket[i], field[i])
  if bytes then a[i], b[i], c[i] = r.twin.read(r, bytes, nowMs) else a[i], b[i], c[i] = nil, nil, nil end
  if withHeld and r.isLeased then
    local units = heldByOthers(r, field[i])
    if units > 0 then a[i], b[i], c[i] = r.twin.hold(r, a[i], b[i], c[i], nowMs, units) end
  end
end

-- Keeps the state of a limit's key. Only what can outlast a generation needs a look at how long that is.
local function keep(i, mayOutlast)
  local r = rule[i]
  if a[i] == nil then
    dropBytes(r, bucket[i], field[i])
    noteForgetting()
    if isPinned[i] then pin(r, field[i], blockedMs[i], nil, 0) end
    return
  end
  local bytes = r.twin.write(r, a[i], b[i], c[i])
  if mayOutlast or r.mayOutlast or isPinned[i] then
    local resetMs = r.twin.reset(r, a[i], b[i], c[i], nowMs)
    local outlasts = nowMs + resetMs > latestMs + r.spanMs
    if outlasts or isPinned[i] then pin(r, field[i], blockedMs[i], outlasts and bytes or nil, resetMs) end
    if outlasts then return end
  end
  writeBytes(r, bucket[i], field[i], bytes)
end

local function chargeTime(i)
  return a[i] == nil and rule[i].chargeMs or nowMs
end

local function waitOf(i, cost)
  local r = rule[i]
  if cost > r.limit then return MAX_EXACT end
  return cost == 0 and 0 or r.twin.wait(r, a[i], b[i], c[i], nowMs, cost)
end

local function allPass(cost)
  for i = 1, count do
    if waitOf(i, cost) > 0 then return false end
  end
  return not anyBlocked
end

local function chargeAll(cost)
  for i = 1, count do
    local r = rule[i]
    a[i], b[i], c[i] = r.twin.take(r, a[i], b[i], c[i], chargeTime(i), cost)
  end
end

local function keepAll(mayOutlast)
  for i = 1, count do keep(i, mayOutlast) end
end

local function put(value)
  reply[out] = value
  out = out + 1
end

local function putViews(done, cost, passes)
  put(anyBlocked and done + BLOCKED or done)
  for i = 1, count do
    if passes then put(passes[i]) end
    local r = rule[i]
    out = r.twin.view(reply, out, r, a[i], b[i], c[i], nowMs, cost)
    if anyBlocked then put(blockedMs[i]) end
  end
end

local verbs = {}

function verbs.check(cost)
  if cost == 0 or not allPass(cost) then return putViews(UNCHANGED, cost) end
  chargeAll(cost)
  keepAll(false)
  putViews(CHARGED, cost)
end

-- A check by which refusals use allowance too.
function verbs.count(cost)
  if cost == 0 or anyBlocked or allPass(cost) then return verbs.check(cost) end
  local passes = {}
  for i = 1, count do
    local r = rule[i]
    local doesPass = waitOf(i, cost) == 0
    passes[i] = doesPass and 1 or 0
    local step = doesPass and r.twin.take or r.twin.takeRefused
    a[i], b[i], c[i] = step(r, a[i], b[i], c[i], chargeTime(i), cost)
  end
  keepAll(true)
  putViews(COUNTED, cost, passes)
end

function verbs.peek(cost)
  putViews(UNCHANGED, cost)
end

function verbs.charge(cost)
  if cost > 0 then
    chargeAll(cost)
    keepAll(true)
  end
  putViews(UNCHANGED, 0)
end

function verbs.refund(cost)
  local takenAtMs = tonumber(nextArg())
  for i = 1, count do
    local takenEndMs = tonumber(nextArg())
    local r = rule[i]
    if a[i] ~= nil and cost > 0 then
      a[i], b[i], c[i] = r.twin.giveBack(r, a[i], b[i], c[i], nowMs, cost, takenAtMs, takenEndMs)
      keep(i, true)
    end
  end
  putViews(UNCHANGED, 0)
end

function verbs.block()
  local durationMs = tonumber(nextArg())
  for i = 1, count do
    local r = rule[i]
    local bytes, keepMs
    if isPinned[i] then
      bytes, keepMs = r.twin.write(r, a[i], b[i], c[i]), r.twin.reset(r, a[i], b[i], c[i], nowMs)
    end
    pin(r, field[i], durationMs, bytes, keepMs)
  end
  put(UNCHANGED)
end

function verbs.reset()
  for i = 1, count do
    dropBytes(rule[i], bucket[i], field[i])
    call('DEL', rule[i].base .. 'pin:' .. field[i], leaseKey(rule[i], field[i]))
  end
  put(UNCHANGED)
end

-- Takes up to `wanted` units in advance, but at least the cost, for a holder that still holds `left` of earlier ones.
function verbs.lease(cost)
  local holder, left = tonumber(nextArg()), tonumber(nextArg())
  local wanted, ttlMs = tonumber(nextArg()), tonumber(nextArg())
  local others, othersEndMs = {}, {}
  for i = 1, count do
    local r = rule[i]
    if r.isLeased then
      local units
      units, others[i], othersEndMs[i] = heldByOthers(r, field[i], holder)
      if units + left > 0 then a[i], b[i], c[i] = r.twin.hold(r, a[i], b[i], c[i], nowMs, units + left) end
    end
  end
  local granted = max(wanted, cost)
  while granted > cost and not allPass(granted) do granted = max(cost, floor(granted / 2)) end
  if not allPass(granted) then granted = 0 end
  if granted > 0 then
    chargeAll(granted)
    keepAll(true)
  end
  local held = granted > 0 and left + granted - cost or left
  for i = 1, count do
    if rule[i].isLeased then keepHolders(rule[i], field[i], others[i], othersEndMs[i], holder, held, ttlMs) end
  end
  put(granted)
  putViews(granted > 0 and CHARGED or UNCHANGED, cost)
end

-- Gives back what a holder has left, and with it the lease.
function verbs.giveUp(cost)
  local holder = tonumber(nextArg())
  for i = 1, count do
    if rule[i].isLeased then
      local _, others, othersEndMs = heldByOthers(rule[i], field[i], holder)
      keepHolders(rule[i], field[i], others, othersEndMs, holder, 0, 0)
    end
  end
  verbs.refund(cost)
end

local function parseHead(text)
  local words = {}
  for word in string.gmatch(text, '%S+') do words[#words + 1] = word end
  local head = { verb = verbs[words[1]], cost = tonumber(words[2]), oneKey = words[3] == 'one', rules = {} }
  head.withHeld = words[1] ~= 'lease' and words[1] ~= 'giveUp'
  for index = 4, #words do head.rules[index - 3] = rules[tonumber(words[index])] end
  heads[text] = head
  return head
end

while at <= last do
  local text = nextArg()
  local head = heads[text] or parseHead(text)
  count, anyBlocked = #head.rules, false
  local oneBucket, oneField
  if head.oneKey then oneBucket, oneField = nextArg(), nextArg() end
  for i = 1, count do
    rule[i] = head.rules[i]
    bucket[i], field[i] = oneBucket or nextArg(), oneField or nextArg()
    load(i, head.withHeld)
  end
  head.verb(head.cost)
end

keepClock()
return reply
