-- Decides all other batches, request by request in their order, and replies in the same form.

local UNCHANGED, CHARGED, COUNTED, BLOCKED = 0, 1, 2, 4

local function nextArg()
  at = at + 1
  return ARGV[at - 1]
end

-- The request that is being decided: for each of its limits the rule, the place and the state of its key.
local count = 0
local rule, field = {}, {}
local a, b, c = {}, {}, {}
local isPinned, blockedMs, anyBlocked = {}, {}, false
local holders, hadState = {}, {}

local function load(i, withHolders)
  local r = rule[i]
  local blocked, bytes = findPinned(r, field[i])
  blockedMs[i], isPinned[i] = blocked, bytes ~= nil
  if blocked > 0 then anyBlocked = true end
  bytes = bytes or findBytes(r, field[i])
  if bytes then a[i], b[i], c[i] = r.twin.read(r, bytes) else a[i], b[i], c[i] = nil, nil, nil end
  if withHolders or r.isLeased then
    local parts
    holders[i], parts = findHolders(r, field[i])
    if parts > 0 then a[i], b[i], c[i] = r.twin.hold(r, a[i], b[i], c[i], parts, r.chargeMs) end
  end
  hadState[i] = a[i] ~= nil
end

-- Keeps the state of a limit's key. Only what can outlast a generation needs a look at how long that is.
local function keep(i, mayOutlast)
  local r = rule[i]
  if a[i] == nil then
    dropBytes(r, field[i])
    noteForgetting()
    if isPinned[i] then pin(r, field[i], blockedMs[i], nil, 0) end
    return
  end
  local bytes = r.twin.write(r, a[i], b[i], c[i])
  if mayOutlast or r.mayOutlast or isPinned[i] then
    local resetMs = r.twin.reset(r, a[i], b[i], c[i])
    local outlasts = nowMs + resetMs > latestMs + r.spanMs
    if outlasts or isPinned[i] then pin(r, field[i], blockedMs[i], outlasts and bytes or nil, resetMs) end
    if outlasts then return end
  end
  writeBytes(r, field[i], bytes)
end

local function fits(i, cost)
  local r = rule[i]
  return cost <= r.limit and r.twin.fits(r, a[i], b[i], c[i], cost)
end

local function allPass(cost)
  for i = 1, count do
    if not fits(i, cost) then return false end
  end
  return not anyBlocked
end

local function chargeAll(cost)
  for i = 1, count do
    local r = rule[i]
    a[i], b[i], c[i] = r.twin.take(r, a[i], b[i], c[i], cost, r.chargeMs)
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
    out = r.twin.view(reply, out, r, a[i], b[i], c[i], cost)
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
    local doesFit = fits(i, cost)
    passes[i] = doesFit and 1 or 0
    local step = doesFit and r.twin.take or r.twin.takeRefused
    a[i], b[i], c[i] = step(r, a[i], b[i], c[i], cost, r.chargeMs)
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
      a[i], b[i], c[i] = r.twin.giveBack(r, a[i], b[i], c[i], cost, takenAtMs, takenEndMs)
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
      bytes, keepMs = r.twin.write(r, a[i], b[i], c[i]), r.twin.reset(r, a[i], b[i], c[i])
    end
    pin(r, field[i], durationMs, bytes, keepMs)
  end
  put(UNCHANGED)
end

function verbs.reset()
  for i = 1, count do
    dropBytes(rule[i], field[i])
    call('DEL', rule[i].base .. 'pin:' .. field[i])
    dropEndedHolders(rule[i], field[i], holders[i])
  end
  put(UNCHANGED)
end

-- What the latest call of a holder left here, if it was this call or a later one: a call that comes late or twice must not
-- undo it. Limits have the same holders, but may know them for longer or shorter.
local function laterLease(holder, turn)
  for i = 1, count do
    local found = findHolder(holders[i], holder)
    if found and found.turn >= turn then return found end
  end
end

-- Ends what a holder has, and takes back what it has left. Where its lease is not known any more, its units have lapsed;
-- where it is over and held the level down, they come back with the level.
local function endLease(holder, left)
  local takenAtMs = tonumber(nextArg())
  for i = 1, count do
    local takenEndMs = tonumber(nextArg())
    local r = rule[i]
    local lease = removeHolder(holders[i], holder)
    local isOwed = lease and (not r.isLeased or lease.endMs > nowMs)
    if isOwed and left > 0 and a[i] ~= nil then
      a[i], b[i], c[i] = r.twin.giveBack(r, a[i], b[i], c[i], left, takenAtMs, takenEndMs)
    end
  end
end

-- As many as wanted, as long as they are at most half of what is there, so that others find some too; or just the cost.
local function grantable(cost, wanted)
  local units = max(wanted, cost)
  while units > cost and not allPass(2 * units) do units = max(cost, floor(units / 2)) end
  return allPass(units) and units or 0
end

local function keepLeases()
  for i = 1, count do
    if hadState[i] or a[i] ~= nil then keep(i, true) end
    keepHolders(rule[i], field[i], holders[i])
  end
end

-- Takes up to `wanted` units in advance, but at least the cost, once what the holder has left of an earlier lease is back.
function verbs.lease(cost)
  local holder, turn, wanted = tonumber(nextArg()), tonumber(nextArg()), tonumber(nextArg())
  local ttlMs, left = tonumber(nextArg()), tonumber(nextArg())
  local later = laterLease(holder, turn)
  if later then
    at = at + 1 + count
    local granted = later.turn == turn and later.units + cost or 0
    put(granted)
    return putViews(granted > 0 and CHARGED or UNCHANGED, cost)
  end
  endLease(holder, left)
  local granted = grantable(cost, wanted)
  if granted > 0 then chargeAll(granted) end
  if granted > cost then
    for i = 1, count do addHolder(holders[i], holder, turn, nowMs + ttlMs, granted - cost) end
  end
  keepLeases()
  put(granted)
  putViews(granted > 0 and CHARGED or UNCHANGED, cost)
end

-- Gives back what a holder has left, and with it the lease.
function verbs.giveUp(left)
  local holder, turn = tonumber(nextArg()), tonumber(nextArg())
  if laterLease(holder, turn) then at = at + 1 + count
  else
    endLease(holder, left)
    keepLeases()
  end
  putViews(UNCHANGED, 0)
end

local function headOf(text)
  local words = {}
  for word in string.gmatch(text, '%S+') do words[#words + 1] = word end
  local head = { verb = verbs[words[1]], cost = tonumber(words[2]), isOneKey = words[3] == 'one', rules = {} }
  head.withHolders = words[1] == 'lease' or words[1] == 'giveUp' or words[1] == 'reset'
  for index = 4, #words do head.rules[index - 3] = rules[tonumber(words[index])] end
  return head
end

-- In a batch of checks of one cost under one limit, the head is said once.
local onlyHead = mode == 'one' and headOf('check ' .. nextArg() .. ' one 1')
while at <= last do
  local head = onlyHead
  if not head then
    local text = nextArg()
    heads[text] = heads[text] or headOf(text)
    head = heads[text]
  end
  count, anyBlocked = #head.rules, false
  local oneField = head.isOneKey and nextArg()
  for i = 1, count do
    rule[i] = head.rules[i]
    field[i] = oneField or nextArg()
    load(i, head.withHolders)
  end
  head.verb(head.cost)
end

keepClock()
return reply
