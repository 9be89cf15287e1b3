-- The twin of gcra.ts. A state is (tat). Its bytes are the TAT and the scale it is counted in, so that a limit may change
-- under a key. Decisions are made at the time of the call, which a rule knows in its own parts.

local function partsAt(rule, ms)
  return (ms - EPOCH_MS) * rule.perMs
end

local function aheadOf(rule, tat)
  return tat and max(0, tat - rule.nowParts) or 0
end

local twin = {
  prepare = function(rule, perMs, unit)
    rule.perMs, rule.unit = tonumber(perMs), tonumber(unit)
    rule.full = rule.limit * rule.unit
    rule.nowParts = partsAt(rule, nowMs)
  end,

  read = function(rule, bytes)
    if #bytes ~= 17 then return nil end
    local tat, perMs, unit = unpackBytes('<dI2I7', bytes)
    if perMs == rule.perMs and unit == rule.unit then return tat end
    local ahead = max(0, tat - (nowMs - EPOCH_MS) * perMs)
    return rule.nowParts + rescaled(ahead, unit, rule.unit)
  end,

  write = function(rule, tat)
    return packBytes('<dI2I7', tat, rule.perMs, rule.unit)
  end,

  fits = function(rule, tat, _, _, cost)
    local ahead = tat and tat - rule.nowParts or 0
    if ahead < 0 then ahead = 0 end
    return ahead + cost * rule.unit <= rule.full
  end,

  -- A key without a state is charged as of `chargeMs`.
  take = function(rule, tat, _, _, cost, chargeMs)
    local start = tat or partsAt(rule, chargeMs)
    if start < rule.nowParts then start = rule.nowParts end
    return min(start + cost * rule.unit, MAX_EXACT - rule.full)
  end,

  view = function(reply, at, _, tat)
    reply[at] = tat or false
    return at + 1
  end,
}

-- What plain checks do not take.
if not isPlain then
  twin.takeRefused = function(rule, tat, _, _, _, chargeMs)
    return tat and max(tat, rule.nowParts + rule.full) or partsAt(rule, chargeMs) + rule.full
  end

  twin.giveBack = function(rule, tat, _, _, cost)
    local earlier = tat - cost * rule.unit
    if earlier <= rule.nowParts then return nil end
    return earlier
  end

  -- What leases hold counts as used; it is told in parts of units.
  twin.hold = function(rule, tat, _, _, parts, chargeMs)
    return tat and max(tat, rule.nowParts + parts) or partsAt(rule, chargeMs) + parts
  end

  twin.reset = function(rule, tat)
    return ceil(aheadOf(rule, tat) / rule.perMs)
  end
end

twins.gcra = twin
