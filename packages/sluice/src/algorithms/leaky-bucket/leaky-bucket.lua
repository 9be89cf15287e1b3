-- The twin of leaky-bucket.ts. A state is (next), kept as the TAT of GCRA is; what differs is how the reading of `size`
-- rounds the time until then to places. The reading of `queue` decides as GCRA does and uses its twin.

local leakyBucket = {}
for name, step in pairs(twins.gcra) do leakyBucket[name] = step end

-- A request is inside up to and at the instant it leaves.
leakyBucket.fits = function(rule, nextLeave, _, _, cost)
  local ahead = nextLeave and max(0, nextLeave - rule.nowParts) or 0
  return ahead < (rule.limit - cost + 1) * rule.unit
end

twins['leaky-bucket'] = leakyBucket
