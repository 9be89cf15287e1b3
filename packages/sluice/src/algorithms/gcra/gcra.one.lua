-- The steps of gcra.lua and of leaky-bucket.lua, for checks of one cost.
local perMs, unit = tonumber(ARGV[FIRST_RULE + 5]), tonumber(ARGV[FIRST_RULE + 6])
local full, need = limit * unit, cost * unit
local nowParts, chargeParts = (nowMs - EPOCH_MS) * perMs, (chargeMs - EPOCH_MS) * perMs
-- How far ahead of now a key may be. In a leaky bucket a request is inside up to and at the instant it leaves.
local mostAhead = full - need
if twinName == 'leaky-bucket' then mostAhead = mostAhead + unit - 1 end
--EACH--
local tat
if bytes and #bytes == 17 then
  local ofPerMs, ofUnit
  tat, ofPerMs, ofUnit = unpackBytes('<dI2I7', bytes)
  if ofPerMs ~= perMs or ofUnit ~= unit then
    tat = nowParts + rescaled(max(0, tat - (nowMs - EPOCH_MS) * ofPerMs), ofUnit, unit)
  end
end
local start = tat or chargeParts
if start < nowParts then start = nowParts end
passes = mayPass and (not tat or start - nowParts <= mostAhead)
if passes then
  tat = start + need
  written = packBytes('<dI2I7', tat, perMs, unit)
end
reply[out], reply[out + 1] = passes and 1 or 0, tat or false
out = out + 2
