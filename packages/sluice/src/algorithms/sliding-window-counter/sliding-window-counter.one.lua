-- The steps of sliding-window-counter.lua, for checks of one cost.
local windowMs = tonumber(ARGV[FIRST_RULE + 5])
local windowOfNow, mostCount = floor(nowMs / windowMs), floor(MAX_EXACT / windowMs)
--EACH--
local window, count, previous
-- The same, as they are in the window of now.
local ofWindow, counted, counted1 = windowOfNow, 0, 0
if bytes and #bytes == 32 then
  local ofMs
  window, count, previous, ofMs = unpackBytes('<dddd', bytes)
  if ofMs ~= windowMs then
    local now = floor(nowMs / ofMs)
    if now > window then
      previous, count = now == window + 1 and count or 0, 0
      window = now
    end
    local used = floor(previous * (ofMs - max(0, nowMs - window * ofMs)) / ofMs) + count
    window, count, previous = windowOfNow, min(used, mostCount), 0
  end
  if windowOfNow <= window then ofWindow, counted, counted1 = window, count, previous
  elseif windowOfNow == window + 1 then counted1 = count end
end
local elapsedMs = max(0, nowMs - ofWindow * windowMs)
passes = mayPass and floor((counted1 * (windowMs - elapsedMs)) / windowMs) + counted <= limit - cost
if passes then
  if not window then ofWindow = floor(chargeMs / windowMs) end
  window, count, previous = ofWindow, counted + cost, counted1
  written = packBytes('<dddd', window, count, previous, windowMs)
end
reply[out], reply[out + 1] = passes and 1 or 0, window or false
reply[out + 2], reply[out + 3] = count or false, previous or false
out = out + 4
