-- The twin of sliding-log.ts. A state is (log): bytes that hold the running total before the entries, and then for each
-- entry its time and the running total through it, 7 bytes each. Running totals make every question a binary search, so a
-- long log is never walked.

local HEAD, ENTRY = 7, 14

local function entries(log)
  return (#log - HEAD) / ENTRY
end

local function baseOf(log)
  return (unpackBytes('<I7', log))
end

-- Entries are counted from 1; the running total through entry 0 is the one before them all.
local function timeOf(log, index)
  return (unpackBytes('<I7', log, HEAD + (index - 1) * ENTRY + 1))
end

local function totalThrough(log, index)
  return index == 0 and baseOf(log) or (unpackBytes('<I7', log, HEAD + (index - 1) * ENTRY + 8))
end

-- The first entry from `low` for which a condition that stays true once it is true holds, or one past the last.
local function firstWhere(log, low, holds, value)
  local high = entries(log) + 1
  while low < high do
    local middle = floor((low + high) / 2)
    if holds(log, middle) > value then high = middle else low = middle + 1 end
  end
  return low
end

local function newestMs(log)
  return #log > HEAD and timeOf(log, entries(log)) or -MAX_EXACT
end

-- The entries from `head` on, with the running total before them.
local function cut(log, head, base)
  if head == 1 and base == baseOf(log) then return log end
  return packBytes('<I7', base) .. sub(log, HEAD + (head - 1) * ENTRY + 1)
end

-- The part of the log that is still inside the window.
local function live(rule, log)
  local head = firstWhere(log, 1, timeOf, max(nowMs, newestMs(log)) - rule.windowMs)
  return cut(log, head, totalThrough(log, head - 1))
end

local function total(log)
  return totalThrough(log, entries(log))
end

local function used(log)
  return total(log) - baseOf(log)
end

local function untilUsed(rule, log, units)
  if used(log) <= units then return 0 end
  local leaves = firstWhere(log, 1, totalThrough, total(log) - units - 1)
  return timeOf(log, leaves) + rule.windowMs - nowMs
end

-- The same entries with running totals that start from 0, and up to `cost` of the units of one entry taken out.
local function rebuilt(log, entry, cost)
  local parts, sum, before = { packBytes('<I7', 0) }, 0, baseOf(log)
  for index = 1, entries(log) do
    local through = totalThrough(log, index)
    local units = through - before
    before = through
    if index == entry then units = max(0, units - cost) end
    if units > 0 then
      sum = sum + units
      parts[#parts + 1] = packBytes('<I7I7', timeOf(log, index), sum)
    end
  end
  return table.concat(parts)
end

local function appended(log, atMs, cost)
  if total(log) + cost > MAX_EXACT then
    log = rebuilt(log, 0, 0)
    cost = min(cost, MAX_EXACT - total(log))
  end
  local entry = packBytes('<I7I7', atMs, total(log) + cost)
  if newestMs(log) == atMs then return sub(log, 1, -ENTRY - 1) .. entry end
  return log .. entry
end

local function withoutNewest(log, cost)
  local left = max(baseOf(log), total(log) - cost)
  local last = min(entries(log), firstWhere(log, 1, totalThrough, left - 1))
  if left == baseOf(log) then return sub(log, 1, HEAD) end
  return sub(log, 1, HEAD + last * ENTRY - 7) .. packBytes('<I7', left)
end

local EMPTY = packBytes('<I7', 0)

-- A key without a state is charged as of `chargeMs`.
local function take(rule, log, cost, chargeMs)
  if not log then return appended(EMPTY, chargeMs, cost) end
  return appended(live(rule, log), max(nowMs, newestMs(log)), cost)
end

local twin = {
  prepare = function(rule, windowMs)
    rule.windowMs = tonumber(windowMs)
  end,

  read = function(_, bytes)
    if #bytes <= HEAD or (#bytes - HEAD) % ENTRY ~= 0 then return nil end
    return bytes
  end,

  write = function(_, log)
    return log
  end,

  fits = function(rule, log, _, _, cost)
    return not log or used(live(rule, log)) <= rule.limit - cost
  end,

  take = function(rule, log, _, _, cost, chargeMs)
    return take(rule, log, cost, chargeMs)
  end,

  -- A log is not sent: its answers are the wait for this cost, the units inside, the newest time, and the wait for the
  -- next unit.
  view = function(reply, at, rule, log, _, _, cost)
    local inside = log and live(rule, log)
    if not inside or #inside == HEAD then
      reply[at], reply[at + 1], reply[at + 2], reply[at + 3] = false, false, false, false
      return at + 4
    end
    local units = used(inside)
    local remaining = max(0, rule.limit - units)
    reply[at] = cost > rule.limit and 0 or untilUsed(rule, inside, rule.limit - cost)
    reply[at + 1] = units
    reply[at + 2] = newestMs(inside)
    reply[at + 3] = untilUsed(rule, inside, rule.limit - remaining - 1)
    return at + 4
  end,
}

-- What plain checks do not take.
if not isPlain then
  twin.takeRefused = function(rule, log, _, _, cost, chargeMs)
    local longer = take(rule, log, min(cost, rule.limit), chargeMs)
    local before = max(log and used(live(rule, log)) or 0, rule.limit)
    local base = max(baseOf(longer), total(longer) - before)
    return cut(longer, firstWhere(longer, 1, totalThrough, base), base)
  end

  twin.giveBack = function(rule, log, _, _, cost, takenAtMs)
    local inside = live(rule, log)
    local hasLeft = takenAtMs and takenAtMs + rule.windowMs <= max(nowMs, newestMs(log))
    local owed = hasLeft and 0 or cost
    if takenAtMs then inside = rebuilt(inside, firstWhere(inside, 1, timeOf, takenAtMs - 1), owed)
    else inside = withoutNewest(inside, owed) end
    if #inside == HEAD then return nil end
    return inside
  end

  twin.reset = function(rule, log)
    return max(0, newestMs(log) + rule.windowMs - nowMs)
  end
end

twins['sliding-log'] = twin
