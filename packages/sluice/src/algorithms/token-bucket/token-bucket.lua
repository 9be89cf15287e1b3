-- The twin of token-bucket.ts. A state is (level, atMs). Its bytes say what has been used, and in which scale, so that a
-- limit may change under a key and what was used stays used.

local function levelAt(rule, level, atMs, nowMs)
  local elapsedMs = nowMs - atMs
  if elapsedMs <= 0 then return level end
  if elapsedMs >= ceil((rule.full - level) / rule.perMs) then return rule.full end
  return level + elapsedMs * rule.perMs
end

local function currentLevel(rule, level, atMs, nowMs)
  return level and levelAt(rule, level, atMs, nowMs) or rule.full
end

local function latest(atMs, nowMs)
  return atMs and max(atMs, nowMs) or nowMs
end

local function untilHolds(rule, level, wanted)
  return level >= wanted and 0 or ceil((wanted - level) / rule.perMs)
end

local function behindMs(atMs, nowMs)
  return max(0, atMs - nowMs)
end

twins['token-bucket'] = {
  rule = function(limit, perMs, unit)
    unit = tonumber(unit)
    return { limit = limit, perMs = tonumber(perMs), unit = unit, full = limit * unit }
  end,

  read = function(rule, bytes, nowMs)
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

  wait = function(rule, level, atMs, _, nowMs, cost)
    if not level then return 0 end
    local untilMs = untilHolds(rule, levelAt(rule, level, atMs, nowMs), cost * rule.unit)
    return untilMs == 0 and 0 or untilMs + behindMs(atMs, nowMs)
  end,

  take = function(rule, level, atMs, _, nowMs, cost)
    local left = max(currentLevel(rule, level, atMs, nowMs) - cost * rule.unit, rule.full - MAX_EXACT)
    return left, latest(atMs, nowMs)
  end,

  takeRefused = function(rule, level, atMs, _, nowMs)
    return min(currentLevel(rule, level, atMs, nowMs), 0), latest(atMs, nowMs)
  end,

  giveBack = function(rule, level, atMs, _, nowMs, cost)
    local more = min(rule.full, currentLevel(rule, level, atMs, nowMs) + cost * rule.unit)
    if more == rule.full and nowMs >= atMs then return nil end
    return more, latest(atMs, nowMs)
  end,

  -- Units that are held by leases count as used.
  hold = function(rule, level, atMs, _, nowMs, units)
    return min(currentLevel(rule, level, atMs, nowMs), rule.full - units * rule.unit), latest(atMs, nowMs)
  end,

  reset = function(rule, level, atMs, _, nowMs)
    return untilHolds(rule, levelAt(rule, level, atMs, nowMs), rule.full) + behindMs(atMs, nowMs)
  end,

  view = function(reply, at, _, level, atMs)
    reply[at] = level or false
    reply[at + 1] = atMs or false
    return at + 2
  end,
}
