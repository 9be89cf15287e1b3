-- The steps of sliding-log.lua, for checks of one cost.
local HEAD, ENTRY = 7, 14
local windowMs = tonumber(ARGV[FIRST_RULE + 5])
local empty = packBytes('<I7', 0)

-- How long until the running total through an entry that has left is above `total`.
local function untilLeft(log, total)
  local low, high = 1, (#log - HEAD) / ENTRY + 1
  while low < high do
    local middle = floor((low + high) / 2)
    if unpackBytes('<I7', log, HEAD + (middle - 1) * ENTRY + 8) > total then high = middle else low = middle + 1 end
  end
  return unpackBytes('<I7', log, HEAD + (low - 1) * ENTRY + 1) + windowMs - nowMs
end
--EACH--
local log, newestMs, sum, total = empty, nil, 0, 0
if bytes and #bytes > HEAD and (#bytes - HEAD) % ENTRY == 0 then
  log = bytes
  sum = unpackBytes('<I7', log)
  newestMs, total = unpackBytes('<I7I7', log, #log - ENTRY + 1)
  local goneMs = max(nowMs, newestMs) - windowMs
  if unpackBytes('<I7', log, HEAD + 1) <= goneMs then
    local low, high = 2, (#log - HEAD) / ENTRY + 1
    while low < high do
      local middle = floor((low + high) / 2)
      if unpackBytes('<I7', log, HEAD + (middle - 1) * ENTRY + 1) > goneMs then high = middle else low = middle + 1 end
    end
    sum = unpackBytes('<I7', log, HEAD + (low - 2) * ENTRY + 8)
    log = packBytes('<I7', sum) .. sub(log, HEAD + (low - 1) * ENTRY + 1)
  end
end
passes = mayPass and total - sum <= limit - cost
if passes then
  if total + cost > MAX_EXACT then
    -- Running totals start from 0 again.
    local parts, through = { empty }, sum
    for at = HEAD + 1, #log, ENTRY do
      local entryMs, entryTotal = unpackBytes('<I7I7', log, at)
      parts[#parts + 1] = packBytes('<I7I7', entryMs, entryTotal - through)
    end
    log, total, sum = table.concat(parts), total - sum, 0
  end
  total = total + cost
  local atMs = newestMs and max(nowMs, newestMs) or chargeMs
  if newestMs == atMs then log = sub(log, 1, -ENTRY - 1) end
  log, newestMs = log .. packBytes('<I7I7', atMs, total), atMs
  written = log
end
reply[out] = passes and 1 or 0
if #log == HEAD then
  reply[out + 1], reply[out + 2], reply[out + 3], reply[out + 4] = false, false, false, false
else
  local units = total - sum
  -- What passed does not wait; a refused request waits until enough units have left.
  reply[out + 1] = (passes or cost > limit or units <= limit - cost) and 0 or untilLeft(log, total - limit + cost - 1)
  reply[out + 2], reply[out + 3] = units, newestMs
  -- The next unit comes back with the first entry, but for a log that holds more than its limit.
  reply[out + 4] = units <= limit and unpackBytes('<I7', log, HEAD + 1) + windowMs - nowMs
    or untilLeft(log, total - limit)
end
out = out + 5
