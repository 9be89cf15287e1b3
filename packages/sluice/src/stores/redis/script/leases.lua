-- Units that processes hold in advance. A lease is (holder, turn, endMs, units), 32 bytes; those of a key lie in one key,
-- the latest end first. `turn` counts the calls of its holder.

local LEASE = 32
-- A lease that is over holds nothing, but is known for a little longer: its holder may come to give back what it has left.
local GRACE_MS = 1000

local function leaseKey(rule, field)
  return rule.base .. 'lease:' .. field
end

-- The leases of a key, without those that matter no more, and the parts of units by which they hold the key's level down.
-- While they last, what they hold counts as used. When one is over, the level rises from there at the rate of the limit: it
-- was held down until then, and its units may just have been spent.
local function findHolders(rule, field)
  local bytes = call('GET', leaseKey(rule, field))
  local found, units, parts, last = {}, 0, 0, 0
  if not bytes or #bytes % LEASE ~= 0 then return found, 0 end
  for place = 1, #bytes, LEASE do
    local holder, turn, endMs, held = unpackBytes('<dddd', bytes, place)
    local sinceEndMs = max(0, nowMs - endMs)
    units = units + held
    found[#found + 1] = { holder = holder, turn = turn, endMs = endMs, units = held }
    local heldDown = rule.isLeased and units * rule.unit - sinceEndMs * rule.perMs or 0
    parts = max(parts, heldDown)
    if heldDown > 0 or sinceEndMs < GRACE_MS then last = #found end
  end
  for index = #found, last + 1, -1 do found[index] = nil end
  return found, parts
end

local function keepHolders(rule, field, leases)
  if #leases == 0 then
    call('DEL', leaseKey(rule, field))
    return
  end
  local bytes = {}
  for index, lease in ipairs(leases) do
    bytes[index] = packBytes('<dddd', lease.holder, lease.turn, lease.endMs, lease.units)
  end
  local lastsMs = max(0, leases[1].endMs - nowMs) + GRACE_MS
  local refillMs = rule.isLeased and ceil(rule.full / rule.perMs) or 0
  call('SET', leaseKey(rule, field), table.concat(bytes), 'PX', lifeOf(lastsMs + refillMs))
end

local function findHolder(leases, holder)
  for index, lease in ipairs(leases) do
    if lease.holder == holder then return lease, index end
  end
end

local function removeHolder(leases, holder)
  local found, index = findHolder(leases, holder)
  if found then table.remove(leases, index) end
  return found
end

local function addHolder(leases, holder, turn, endMs, units)
  local index = 1
  while leases[index] and leases[index].endMs > endMs do index = index + 1 end
  table.insert(leases, index, { holder = holder, turn = turn, endMs = endMs, units = units })
end

-- When a key is reset, what others hold stays held; that of limits whose level is not held down is forgotten with the key.
local function dropEndedHolders(rule, field, leases)
  local lasting = {}
  for _, lease in ipairs(leases) do
    if rule.isLeased and lease.endMs > nowMs then lasting[#lasting + 1] = lease end
  end
  if #leases > 0 then keepHolders(rule, field, lasting) end
end
