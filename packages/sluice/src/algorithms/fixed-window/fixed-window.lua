-- The twin of fixed-window.ts. A state is (endMs, count). Windows are of equal length from the epoch, of equal length
-- from a key's first request, or of a calendar, whose edges around the present the caller sends.

local function windowEnd(rule, nowMs)
  if rule.kind == 'epoch' then return (floor(nowMs / rule.windowMs) + 1) * rule.windowMs end
  if rule.kind == 'first-request' then return nowMs + rule.windowMs end
  return nowMs < rule.endMs and rule.endMs or rule.nextEndMs
end

-- A key without a state is charged as of `chargeMs`.
local function current(rule, endMs, count, chargeMs)
  if endMs and nowMs < endMs then return endMs, count end
  return windowEnd(rule, endMs and nowMs or chargeMs), 0
end

local twin = {
  prepare = function(rule, kind, windowMs, startMs, endMs, nextEndMs)
    rule.kind, rule.windowMs = kind, tonumber(windowMs)
    if kind ~= 'calendar' then return end
    rule.startMs, rule.endMs, rule.nextEndMs = tonumber(startMs), tonumber(endMs), tonumber(nextEndMs)
  end,

  -- Whether the caller sent the edges of the window that holds this time.
  knows = function(rule, nowMs)
    return rule.kind ~= 'calendar' or (nowMs >= rule.startMs and nowMs < rule.nextEndMs)
  end,

  read = function(_, bytes)
    if #bytes ~= 16 then return nil end
    local endMs, count = unpackBytes('<dd', bytes)
    return endMs, count
  end,

  write = function(_, endMs, count)
    return packBytes('<dd', endMs, count)
  end,

  fits = function(rule, endMs, count, _, cost)
    local used = endMs and nowMs < endMs and count or 0
    return cost <= rule.limit - used
  end,

  take = function(rule, endMs, count, _, cost, chargeMs)
    local windowEndMs, used = current(rule, endMs, count, chargeMs)
    return windowEndMs, min(used + cost, MAX_EXACT)
  end,

  view = function(reply, at, _, endMs, count)
    reply[at] = endMs or false
    reply[at + 1] = count or false
    return at + 2
  end,
}

-- What plain checks do not take.
if not isPlain then
  twin.takeRefused = function(rule, endMs, count, _, _, chargeMs)
    local windowEndMs, used = current(rule, endMs, count, chargeMs)
    return windowEndMs, max(used, rule.limit)
  end

  twin.giveBack = function(rule, endMs, count, _, cost, takenAtMs, takenEndMs)
    if nowMs >= endMs then return nil end
    -- Windows of a calendar follow on each other, so one that ends earlier is an earlier one.
    local isEarlier
    if rule.windowMs then isEarlier = takenAtMs and takenAtMs < endMs - rule.windowMs
    else isEarlier = takenEndMs and takenEndMs < endMs end
    if isEarlier then return endMs, count end
    local left = max(0, count - cost)
    if left == 0 and rule.kind ~= 'first-request' then return nil end
    return endMs, left
  end

  twin.reset = function(_, endMs)
    return max(0, endMs - nowMs)
  end
end

twins['fixed-window'] = twin
