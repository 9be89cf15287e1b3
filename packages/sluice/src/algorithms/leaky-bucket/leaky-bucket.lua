-- The twin of leaky-bucket.ts. A state is (next), kept as the TAT of GCRA is; what differs is how the reading of `size`
-- rounds the time until then to places. The reading of `queue` decides as GCRA does and uses its twin.

local function untilInside(rule, ahead, places)
  local excess = ahead - (places + 1) * rule.unit
  return excess < 0 and 0 or floor(excess / rule.perMs) + 1
end

local leakyBucket = {}
for name, step in pairs(twins.gcra) do leakyBucket[name] = step end

leakyBucket.wait = function(rule, nextLeave, _, _, nowMs, cost)
  local ahead = nextLeave and max(0, nextLeave - (nowMs - EPOCH_MS) * rule.perMs) or 0
  return untilInside(rule, ahead, rule.limit - cost)
end

twins['leaky-bucket'] = leakyBucket
