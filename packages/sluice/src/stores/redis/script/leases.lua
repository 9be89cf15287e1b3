-- Units that processes hold in advance. A holder is (holder, endMs, units), 24 bytes each in one key; one that is over
-- counts no more.

local HOLDER = 24

local function leaseKey(rule, field)
  return rule.base .. 'lease:' .. field
end

-- The units held by all but one holder, and their bytes.
local function heldByOthers(rule, field, holder)
  local bytes = call('GET', leaseKey(rule, field))
  local units, others, latestEndMs = 0, {}, 0
  if not bytes or #bytes % HOLDER ~= 0 then return 0, '', 0 end
  for at = 1, #bytes, HOLDER do
    local who, endMs, held = unpackBytes('<ddd', bytes, at)
    if endMs > nowMs and who ~= holder then
      units = units + held
      latestEndMs = max(latestEndMs, endMs)
      others[#others + 1] = sub(bytes, at, at + HOLDER - 1)
    end
  end
  return units, table.concat(others), latestEndMs
end

local function keepHolders(rule, field, others, othersEndMs, holder, units, ttlMs)
  local endMs = othersEndMs
  if units > 0 then
    others = others .. packBytes('<ddd', holder, nowMs + ttlMs, units)
    endMs = max(endMs, nowMs + ttlMs)
  end
  if others == '' then call('DEL', leaseKey(rule, field))
  else call('SET', leaseKey(rule, field), others, 'PX', lifeOf(endMs - nowMs)) end
end
