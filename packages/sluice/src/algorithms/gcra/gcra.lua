-- The twin of gcra.ts: the same steps in the same order, on whole numbers that a double holds exactly.
-- A state is (tat). Its bytes are the TAT and the scale it is counted in, so that a limit may change under a key.

local function scaledTime(nowMs, perMs)
  return (nowMs - EPOCH_MS) * perMs
end

local function aheadOf(rule, tat, nowMs)
  return tat and max(0, tat - scaledTime(nowMs, rule.perMs)) or 0
end

local twin = {
  rule = function(limit, perMs, unit)
    unit = tonumber(unit)
    return { limit = limit, perMs = tonumber(perMs), unit = unit, full = limit * unit }
  end,

  read = function(rule, bytes, nowMs)
    if #bytes ~= 17 then return nil end
    local tat, perMs, unit = unpackBytes('<dI2I7', bytes)
    if perMs == rule.perMs and unit == rule.unit then return tat end
    local ahead = max(0, tat - scaledTime(nowMs, perMs))
    return scaledTime(nowMs, rule.perMs) + rescaled(ahead, unit, rule.unit)
  end,

  write = function(rule, tat)
    return packBytes('<dI2I7', tat, rule.perMs, rule.unit)
  end,

  fits = function(rule, tat, _, _, nowMs, cost)
    return aheadOf(rule, tat, nowMs) + cost * rule.unit <= rule.full
  end,

  take = function(rule, tat, _, _, nowMs, cost)
    local start = scaledTime(nowMs, rule.perMs) + aheadOf(rule, tat, nowMs)
    return min(start + cost * rule.unit, MAX_EXACT - rule.full)
  end,

  view = function(reply, at, _, tat)
    reply[at] = tat or false
    return at + 1
  end,
}

-- What plain checks do not take.
if not isPlain then
  twin.takeRefused = function(rule, tat, _, _, nowMs)
    local empty = scaledTime(nowMs, rule.perMs) + rule.full
    return tat and max(tat, empty) or empty
  end

  twin.giveBack = function(rule, tat, _, _, nowMs, cost)
    local earlier = tat - cost * rule.unit
    if earlier <= scaledTime(nowMs, rule.perMs) then return nil end
    return earlier
  end

  -- What leases hold counts as used; it is told in parts of units.
  twin.hold = function(rule, tat, _, _, nowMs, parts)
    local used = max(aheadOf(rule, tat, nowMs), parts)
    return scaledTime(nowMs, rule.perMs) + used
  end

  twin.reset = function(rule, tat, _, _, nowMs)
    return ceil(aheadOf(rule, tat, nowMs) / rule.perMs)
  end
end

twins.gcra = twin
