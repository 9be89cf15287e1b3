-- The twin of sliding-window-counter.ts. A state is (window, count, previous). Its bytes say for which window length they
-- count, so that a limit may change under a key.

local function estimate(windowMs, window, count, previous)
  local elapsedMs = max(0, nowMs - window * windowMs)
  return floor((previous * (windowMs - elapsedMs)) / windowMs) + count
end

-- A key without a state is charged as of `chargeMs`.
local function rolled(windowMs, window, count, previous, chargeMs)
  if not window then return floor(chargeMs / windowMs), 0, 0 end
  local now = floor(nowMs / windowMs)
  if now <= window then return window, count, previous end
  return now, 0, now == window + 1 and count or 0
end

local twin = {
  prepare = function(rule, windowMs)
    rule.windowMs = tonumber(windowMs)
  end,

  read = function(rule, bytes)
    if #bytes ~= 32 then return nil end
    local window, count, previous, windowMs = unpackBytes('<dddd', bytes)
    if windowMs == rule.windowMs then return window, count, previous end
    window, count, previous = rolled(windowMs, window, count, previous)
    local used = estimate(windowMs, window, count, previous)
    return floor(nowMs / rule.windowMs), min(used, floor(MAX_EXACT / rule.windowMs)), 0
  end,

  write = function(rule, window, count, previous)
    return packBytes('<dddd', window, count, previous, rule.windowMs)
  end,

  fits = function(rule, window, count, previous, cost)
    window, count, previous = rolled(rule.windowMs, window, count, previous, nowMs)
    return estimate(rule.windowMs, window, count, previous) <= rule.limit - cost
  end,

  take = function(rule, window, count, previous, cost, chargeMs)
    window, count, previous = rolled(rule.windowMs, window, count, previous, chargeMs)
    return window, min(count + cost, floor(MAX_EXACT / rule.windowMs)), previous
  end,

  view = function(reply, at, _, window, count, previous)
    reply[at] = window or false
    reply[at + 1] = count or false
    reply[at + 2] = previous or false
    return at + 3
  end,
}

-- What plain checks do not take.
if not isPlain then
  twin.takeRefused = function(rule, window, count, previous, _, chargeMs)
    window, count, previous = rolled(rule.windowMs, window, count, previous, chargeMs)
    local used = estimate(rule.windowMs, window, count, previous)
    return window, max(count, count + rule.limit - used), previous
  end

  twin.giveBack = function(rule, window, count, previous, cost, takenAtMs)
    window, count, previous = rolled(rule.windowMs, window, count, previous)
    local takenIn = floor((takenAtMs or nowMs) / rule.windowMs)
    if takenIn == window then count = max(0, count - cost) end
    if takenIn == window - 1 then previous = max(0, previous - cost) end
    if count == 0 and previous == 0 then return nil end
    return window, count, previous
  end

  twin.reset = function(rule, window)
    return max(0, (window + 2) * rule.windowMs - nowMs)
  end
end

twins['sliding-window-counter'] = twin
