-- The steps of token-bucket.lua, for checks of one cost.
local perMs, unit = tonumber(ARGV[FIRST_RULE + 5]), tonumber(ARGV[FIRST_RULE + 6])
local full, need = limit * unit, cost * unit
--EACH--
local level, atMs
local current = full
if bytes and #bytes == 32 then
  local used, ofPerMs, ofUnit
  used, atMs, ofPerMs, ofUnit = unpackBytes('<dddd', bytes)
  local elapsedMs = nowMs - atMs
  if ofPerMs ~= perMs or ofUnit ~= unit then
    if elapsedMs > 0 then used = elapsedMs >= ceil(used / ofPerMs) and 0 or used - elapsedMs * ofPerMs end
    used, atMs, elapsedMs = rescaled(used, ofUnit, unit), max(atMs, nowMs), 0
  end
  level = full - used
  if elapsedMs <= 0 then current = level
  elseif elapsedMs < ceil(used / perMs) then current = level + elapsedMs * perMs end
end
passes = mayPass and current >= need
if passes then
  level, atMs = current - need, atMs and max(atMs, nowMs) or chargeMs
  written = packBytes('<dddd', full - level, atMs, perMs, unit)
end
reply[out], reply[out + 1], reply[out + 2] = passes and 1 or 0, level or false, atMs or false
out = out + 3
