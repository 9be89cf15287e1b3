-- The twin of token-bucket.ts. A state is (level, atMs). Its bytes say what has been used, and in which scale, so that a
-- limit may change under a key and what was used stays used.

local function levelAt(rule, level, atMs, ms)
  local elapsedMs = ms - atMs
  if elapsedMs <= 0 then return level end
  if elapsedMs >= ceil((rule.full - level) / rule.perMs) then return rule.full end
  return level + elapsedMs * rule.perMs
end

local function currentLevel(rule, level, atMs)
  return level and levelAt(rule, level, atMs, nowMs) or rule.full
end

-- A key without a state is charged as of `chargeMs`.
local function latest(atMs, chargeMs)
  return atMs and max(atMs, nowMs) or chargeMs
end

local twin = {
  prepare = function(rule, perMs, unit)
    rule.perMs, rule.unit = tonumber(perMs), tonumber(unit)
    rule.full = rule.limit * rule.unit
  end,

  -- Brought to the time of the call, in the scale of the rule.
  read = function(rule, bytes)
    if #bytes ~= 32 then return nil end
    local used, atMs, perMs, unit = unpackBytes('<dddd', bytes)
    if perMs == rule.perMs and unit == rule.unit then return rule.full - used, atMs end
    local elapsedMs = max(0, nowMs - atMs)
    local left = elapsedMs >= ceil(used / perMs) and 0 or used - elapsedMs * perMs
    return rule.full - rescaled(left, unit, rule.unit), max(atMs, nowMs)
  end,

  write = function(rule, level, atMs)
    return packBytes('<dddd', rule.full - level, atMs, rule.perMs, rule.unit)
  end,

  fits = function(rule, level, atMs, _, cost)
    return currentLevel(rule, level, atMs) >= cost * rule.unit
  end,

  take = function(rule, level, atMs, _, cost, chargeMs)
    local left = max(currentLevel(rule, level, atMs) - cost * rule.unit, rule.full - MAX_EXACT)
    return left, latest(atMs, chargeMs)
  end,

  view = function(reply, at, _, level, atMs)
    reply[at] = level or false
    reply[at + 1] = atMs or false
    return at + 2
  end,
}

-- What plain checks do not take.
if not isPlain then
  twin.takeRefused = function(rule, level, atMs, _, _, chargeMs)
    return min(currentLevel(rule, level, atMs), 0), latest(atMs, chargeMs)
  end

  twin.giveBack = function(rule, level, atMs, _, cost)
    local more = min(rule.full, currentLevel(rule, level, atMs) + cost * rule.unit)
    if more == rule.full and nowMs >= atMs then return nil end
    return more, latest(atMs)
  end

  -- What leases hold counts as used; it is told in parts of units.
  twin.hold = function(rule, level, atMs, _, parts, chargeMs)
    return min(currentLevel(rule, level, atMs), rule.full - parts), latest(atMs, chargeMs)
  end

  twin.reset = function(rule, level, atMs)
    return ceil((rule.full - levelAt(rule, level, atMs, nowMs)) / rule.perMs) + max(0, atMs - nowMs)
  end
end

twins['token-bucket'] = twin
