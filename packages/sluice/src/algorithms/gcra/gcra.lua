-- The twin of gcra.ts: the same steps in the same order, on whole numbers that a double holds exactly.
-- A state is (tat). Its bytes are the TAT and the scale it is counted in, so that a limit may change under a key.

local function scaledTime(nowMs, perMs)
  return (nowMs - EPOCH_MS) * perMs
end

local function aheadOf(rule, tat, nowMs)
  return tat and max(0, tat - scaledTime(nowMs, rule.perMs)) or 0
end

local function untilFits(rule, ahead, units)
  local excess = ahead + units * rule.unit - rule.full
  return excess <= 0 and 0 or ceil(excess / rule.perMs)
end

twins.gcra = {
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

  wait = function(rule, tat, _, _, nowMs, cost)
    return untilFits(rule, aheadOf(rule, tat, nowMs), cost)
  end,

  take = function(rule, tat, _, _, nowMs, cost)
    local start = scaledTime(nowMs, rule.perMs) + aheadOf(rule, tat, nowMs)
    return min(start + cost * rule.unit, MAX_EXACT - rule.full)
  end,

  takeRefused = function(rule, tat, _, _, nowMs)
    local empty = scaledTime(nowMs, rule.perMs) + rule.full
    return tat and max(tat, empty) or empty
  end,

  giveBack = function(rule, tat, _, _, nowMs, cost)
    local earlier = tat - cost * rule.unit
    if earlier <= scaledTime(nowMs, rule.perMs) then return nil end
    return earlier
  end,

  -- Units that are held by leases count as used.
  hold = function(rule, tat, _, _, nowMs, units)
    local used = max(aheadOf(rule, tat, nowMs), units * rule.unit)
    return scaledTime(nowMs, rule.perMs) + used
  end,

  reset = function(rule, tat, _, _, nowMs)
    return ceil(aheadOf(rule, tat, nowMs) / rule.perMs)
  end,

  view = function(reply, at, _, tat)
    reply[at] = tat or false
    return at + 1
  end,
}
