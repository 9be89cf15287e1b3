-- The steps of fixed-window.lua, for checks of one cost.
local kind, windowMs = ARGV[FIRST_RULE + 5], tonumber(ARGV[FIRST_RULE + 6])
-- Where the window ends that begins now, and that of a key without a state.
local endOfNow, endOfNew
if kind == 'epoch' then
  endOfNow, endOfNew = (floor(nowMs / windowMs) + 1) * windowMs, (floor(chargeMs / windowMs) + 1) * windowMs
elseif kind == 'first-request' then
  endOfNow, endOfNew = nowMs + windowMs, chargeMs + windowMs
else
  local startMs, endMs = tonumber(ARGV[FIRST_RULE + 7]), tonumber(ARGV[FIRST_RULE + 8])
  local nextEndMs = tonumber(ARGV[FIRST_RULE + 9])
  -- The caller did not send the edges of the window that holds this time.
  if chargeMs < startMs or chargeMs >= nextEndMs then
    return redis.error_reply(format('SLUICE_WINDOW %d', chargeMs))
  end
  endOfNow, endOfNew = nowMs < endMs and endMs or nextEndMs, chargeMs < endMs and endMs or nextEndMs
end
--EACH--
local endMs, count
if bytes and #bytes == 16 then endMs, count = unpackBytes('<dd', bytes) end
local isInside = endMs and nowMs < endMs
passes = mayPass and cost <= limit - (isInside and count or 0)
if passes then
  if isInside then count = count + cost
  else endMs, count = endMs and endOfNow or endOfNew, cost end
  written = packBytes('<dd', endMs, count)
end
reply[out], reply[out + 1], reply[out + 2] = passes and 1 or 0, endMs or false, count or false
out = out + 3
