// Made from the .lua files by npm run generate; do not edit.
import type { LuaScript } from './script-runner.ts'

/** What decides a batch inside Redis. */
export const decideScript: LuaScript = {
  sha: 'd6f5eb763281f59a646576d19f371da4f7c9bd14',
  text: `if redis.replicate_commands then redis.replicate_commands() end
local call = redis.call
local floor, ceil, max, min = math.floor, math.ceil, math.max, math.min
local sub, format = string.sub, string.format
local packBytes, unpackBytes = struct.pack, struct.unpack
local EPOCH_MS = 1577836800000
local MAX_EXACT = 9007199254740991
local function rescaled(parts, fromUnit, toUnit)
local whole = floor(parts / fromUnit)
return min(MAX_EXACT, whole * toUnit + ceil((parts - whole * fromUnit) * toUnit / fromUnit))
end
local root = KEYS[1]
local GRANULE_MS = 1024
local CLOCK_LIFE = '140737488355328'
local INJECTED_LIFE_MS = 3600000
local injectedMs = tonumber(ARGV[1])
local nowMs = injectedMs
if not nowMs then
local time = call('TIME')
nowMs = time[1] * 1000 + floor(time[2] / 1000)
end
local lateMs = tonumber(ARGV[2])
if lateMs and nowMs > lateMs then return redis.error_reply(format('SLUICE_LATE %d', nowMs)) end
local seenMs, forgotMs, pinnedUntilMs, clockChanged = 0, 0, 0, false
local clockRecord = call('GET', root .. 'clock')
if clockRecord and #clockRecord == 24 then seenMs, forgotMs, pinnedUntilMs = unpackBytes('<ddd', clockRecord) end
if floor(nowMs / GRANULE_MS) > floor(seenMs / GRANULE_MS) then
seenMs, clockChanged = nowMs, true
end
local latestMs = max(nowMs, seenMs)
local FIRST_RULE, RULE_ARGS = 5, 10
local HASH_NAME = 3
local reply, out, last = { nowMs }, 2, #ARGV
if ARGV[3] == 'one' and pinnedUntilMs <= nowMs then
local twinName, spanMs, limit = ARGV[FIRST_RULE + 1], tonumber(ARGV[FIRST_RULE + 2]), tonumber(ARGV[FIRST_RULE + 4])
local cost = tonumber(ARGV[FIRST_RULE + RULE_ARGS])
local generation = floor(latestMs / spanMs)
local base, present, before = root .. ARGV[FIRST_RULE] .. ':', ':' .. generation, ':' .. generation - 1
local startMs = generation * spanMs
local chargeMs = max(nowMs, forgotMs, nowMs < startMs and startMs or 0)
local lifeMs = (generation + 2) * spanMs - nowMs
local life = format('%d', injectedMs and max(lifeMs, INJECTED_LIFE_MS) or lifeMs)
local mayPass = cost > 0 and cost <= limit
local firstPlace = FIRST_RULE + RULE_ARGS + 1
if twinName == 'gcra' then
local perMs, unit = tonumber(ARGV[FIRST_RULE + 5]), tonumber(ARGV[FIRST_RULE + 6])
local full, need = limit * unit, cost * unit
local nowParts, chargeParts = (nowMs - EPOCH_MS) * perMs, (chargeMs - EPOCH_MS) * perMs
local mostAhead = full - need
if twinName == 'leaky-bucket' then mostAhead = mostAhead + unit - 1 end

for place = firstPlace, last do
local field = ARGV[place]
local name = base .. sub(field, 1, HASH_NAME)
local hash = name .. present
local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
local passes, written = false, nil

local tat
if bytes and #bytes == 17 then
local ofPerMs, ofUnit
tat, ofPerMs, ofUnit = unpackBytes('<dI2I7', bytes)
if ofPerMs ~= perMs or ofUnit ~= unit then
tat = nowParts + rescaled(max(0, tat - (nowMs - EPOCH_MS) * ofPerMs), ofUnit, unit)
end
end
local start = tat or chargeParts
if start < nowParts then start = nowParts end
passes = mayPass and (not tat or start - nowParts <= mostAhead)
if passes then
tat = start + need
written = packBytes('<dI2I7', tat, perMs, unit)
end
reply[out], reply[out + 1] = passes and 1 or 0, tat or false
out = out + 2
if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
elseif twinName == 'leaky-bucket' then
local perMs, unit = tonumber(ARGV[FIRST_RULE + 5]), tonumber(ARGV[FIRST_RULE + 6])
local full, need = limit * unit, cost * unit
local nowParts, chargeParts = (nowMs - EPOCH_MS) * perMs, (chargeMs - EPOCH_MS) * perMs
local mostAhead = full - need
if twinName == 'leaky-bucket' then mostAhead = mostAhead + unit - 1 end

for place = firstPlace, last do
local field = ARGV[place]
local name = base .. sub(field, 1, HASH_NAME)
local hash = name .. present
local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
local passes, written = false, nil

local tat
if bytes and #bytes == 17 then
local ofPerMs, ofUnit
tat, ofPerMs, ofUnit = unpackBytes('<dI2I7', bytes)
if ofPerMs ~= perMs or ofUnit ~= unit then
tat = nowParts + rescaled(max(0, tat - (nowMs - EPOCH_MS) * ofPerMs), ofUnit, unit)
end
end
local start = tat or chargeParts
if start < nowParts then start = nowParts end
passes = mayPass and (not tat or start - nowParts <= mostAhead)
if passes then
tat = start + need
written = packBytes('<dI2I7', tat, perMs, unit)
end
reply[out], reply[out + 1] = passes and 1 or 0, tat or false
out = out + 2
if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
elseif twinName == 'token-bucket' then
local perMs, unit = tonumber(ARGV[FIRST_RULE + 5]), tonumber(ARGV[FIRST_RULE + 6])
local full, need = limit * unit, cost * unit

for place = firstPlace, last do
local field = ARGV[place]
local name = base .. sub(field, 1, HASH_NAME)
local hash = name .. present
local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
local passes, written = false, nil

local level, atMs
local current = full
if bytes and #bytes == 32 then
local used, ofPerMs, ofUnit
used, atMs, ofPerMs, ofUnit = unpackBytes('<dddd', bytes)
local elapsedMs = nowMs - atMs
if ofPerMs ~= perMs or ofUnit ~= unit then
if elapsedMs > 0 then used = elapsedMs >= ceil(used / ofPerMs) and 0 or used - elapsedMs * ofPerMs end
used, atMs, elapsedMs = rescaled(used, ofUnit, unit), max(atMs, nowMs), 0
end
level = full - used
if elapsedMs <= 0 then current = level
elseif elapsedMs < ceil(used / perMs) then current = level + elapsedMs * perMs end
end
passes = mayPass and current >= need
if passes then
level, atMs = current - need, atMs and max(atMs, nowMs) or chargeMs
written = packBytes('<dddd', full - level, atMs, perMs, unit)
end
reply[out], reply[out + 1], reply[out + 2] = passes and 1 or 0, level or false, atMs or false
out = out + 3
if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
elseif twinName == 'fixed-window' then
local kind, windowMs = ARGV[FIRST_RULE + 5], tonumber(ARGV[FIRST_RULE + 6])
local endOfNow, endOfNew
if kind == 'epoch' then
endOfNow, endOfNew = (floor(nowMs / windowMs) + 1) * windowMs, (floor(chargeMs / windowMs) + 1) * windowMs
elseif kind == 'first-request' then
endOfNow, endOfNew = nowMs + windowMs, chargeMs + windowMs
else
local startMs, endMs = tonumber(ARGV[FIRST_RULE + 7]), tonumber(ARGV[FIRST_RULE + 8])
local nextEndMs = tonumber(ARGV[FIRST_RULE + 9])
if chargeMs < startMs or chargeMs >= nextEndMs then
return redis.error_reply(format('SLUICE_WINDOW %d', chargeMs))
end
endOfNow, endOfNew = nowMs < endMs and endMs or nextEndMs, chargeMs < endMs and endMs or nextEndMs
end

for place = firstPlace, last do
local field = ARGV[place]
local name = base .. sub(field, 1, HASH_NAME)
local hash = name .. present
local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
local passes, written = false, nil

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
if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
elseif twinName == 'sliding-log' then
local HEAD, ENTRY = 7, 14
local windowMs = tonumber(ARGV[FIRST_RULE + 5])
local empty = packBytes('<I7', 0)
local function untilLeft(log, total)
local low, high = 1, (#log - HEAD) / ENTRY + 1
while low < high do
local middle = floor((low + high) / 2)
if unpackBytes('<I7', log, HEAD + (middle - 1) * ENTRY + 8) > total then high = middle else low = middle + 1 end
end
return unpackBytes('<I7', log, HEAD + (low - 1) * ENTRY + 1) + windowMs - nowMs
end

for place = firstPlace, last do
local field = ARGV[place]
local name = base .. sub(field, 1, HASH_NAME)
local hash = name .. present
local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
local passes, written = false, nil

local log, newestMs, sum, total = empty, nil, 0, 0
if bytes and #bytes > HEAD and (#bytes - HEAD) % ENTRY == 0 then
log = bytes
sum = unpackBytes('<I7', log)
newestMs, total = unpackBytes('<I7I7', log, #log - ENTRY + 1)
local goneMs = max(nowMs, newestMs) - windowMs
if unpackBytes('<I7', log, HEAD + 1) <= goneMs then
local low, high = 2, (#log - HEAD) / ENTRY + 1
while low < high do
local middle = floor((low + high) / 2)
if unpackBytes('<I7', log, HEAD + (middle - 1) * ENTRY + 1) > goneMs then high = middle else low = middle + 1 end
end
sum = unpackBytes('<I7', log, HEAD + (low - 2) * ENTRY + 8)
log = packBytes('<I7', sum) .. sub(log, HEAD + (low - 1) * ENTRY + 1)
end
end
passes = mayPass and total - sum <= limit - cost
if passes then
if total + cost > MAX_EXACT then
local parts, through = { empty }, sum
for at = HEAD + 1, #log, ENTRY do
local entryMs, entryTotal = unpackBytes('<I7I7', log, at)
parts[#parts + 1] = packBytes('<I7I7', entryMs, entryTotal - through)
end
log, total, sum = table.concat(parts), total - sum, 0
end
total = total + cost
local atMs = newestMs and max(nowMs, newestMs) or chargeMs
if newestMs == atMs then log = sub(log, 1, -ENTRY - 1) end
log, newestMs = log .. packBytes('<I7I7', atMs, total), atMs
written = log
end
reply[out] = passes and 1 or 0
if #log == HEAD then
reply[out + 1], reply[out + 2], reply[out + 3], reply[out + 4] = false, false, false, false
else
local units = total - sum
reply[out + 1] = (passes or cost > limit or units <= limit - cost) and 0 or untilLeft(log, total - limit + cost - 1)
reply[out + 2], reply[out + 3] = units, newestMs
reply[out + 4] = units <= limit and unpackBytes('<I7', log, HEAD + 1) + windowMs - nowMs
or untilLeft(log, total - limit)
end
out = out + 5
if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
elseif twinName == 'sliding-window-counter' then
local windowMs = tonumber(ARGV[FIRST_RULE + 5])
local windowOfNow, mostCount = floor(nowMs / windowMs), floor(MAX_EXACT / windowMs)

for place = firstPlace, last do
local field = ARGV[place]
local name = base .. sub(field, 1, HASH_NAME)
local hash = name .. present
local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
local passes, written = false, nil

local window, count, previous
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
if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
end
if firstPlace <= last then
local hash = base .. sub(ARGV[firstPlace], 1, HASH_NAME) .. present
if call('PTTL', hash) == -1 then call('PEXPIRE', hash, life) end
end
if clockChanged then
call('SET', root .. 'clock', packBytes('<ddd', seenMs, forgotMs, pinnedUntilMs), 'PX', CLOCK_LIFE)
end
return reply
end
local mode, at = ARGV[3], FIRST_RULE
local isPlain = mode ~= 'any' and pinnedUntilMs <= nowMs
local twins, rules = {}, {}
local presents, befores = {}, {}
for index = 1, tonumber(ARGV[4]) do
local name, twinName, spanMs, flags = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3]
if not twins[twinName] then
if twinName == 'gcra' then
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
if not isPlain then
twin.takeRefused = function(rule, tat, _, _, _, chargeMs)
return tat and max(tat, rule.nowParts + rule.full) or partsAt(rule, chargeMs) + rule.full
end
twin.giveBack = function(rule, tat, _, _, cost)
local earlier = tat - cost * rule.unit
if earlier <= rule.nowParts then return nil end
return earlier
end
twin.hold = function(rule, tat, _, _, parts, chargeMs)
return tat and max(tat, rule.nowParts + parts) or partsAt(rule, chargeMs) + parts
end
twin.reset = function(rule, tat)
return ceil(aheadOf(rule, tat) / rule.perMs)
end
end
twins.gcra = twin

elseif twinName == 'leaky-bucket' then
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
if not isPlain then
twin.takeRefused = function(rule, tat, _, _, _, chargeMs)
return tat and max(tat, rule.nowParts + rule.full) or partsAt(rule, chargeMs) + rule.full
end
twin.giveBack = function(rule, tat, _, _, cost)
local earlier = tat - cost * rule.unit
if earlier <= rule.nowParts then return nil end
return earlier
end
twin.hold = function(rule, tat, _, _, parts, chargeMs)
return tat and max(tat, rule.nowParts + parts) or partsAt(rule, chargeMs) + parts
end
twin.reset = function(rule, tat)
return ceil(aheadOf(rule, tat) / rule.perMs)
end
end
twins.gcra = twin
local leakyBucket = {}
for name, step in pairs(twins.gcra) do leakyBucket[name] = step end
leakyBucket.fits = function(rule, nextLeave, _, _, cost)
local ahead = nextLeave and max(0, nextLeave - rule.nowParts) or 0
return ahead < (rule.limit - cost + 1) * rule.unit
end
twins['leaky-bucket'] = leakyBucket

elseif twinName == 'token-bucket' then
local function levelAt(rule, level, atMs, ms)
local elapsedMs = ms - atMs
if elapsedMs <= 0 then return level end
if elapsedMs >= ceil((rule.full - level) / rule.perMs) then return rule.full end
return level + elapsedMs * rule.perMs
end
local function currentLevel(rule, level, atMs)
return level and levelAt(rule, level, atMs, nowMs) or rule.full
end
local function latest(atMs, chargeMs)
return atMs and max(atMs, nowMs) or chargeMs
end
local twin = {
prepare = function(rule, perMs, unit)
rule.perMs, rule.unit = tonumber(perMs), tonumber(unit)
rule.full = rule.limit * rule.unit
end,
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
if not isPlain then
twin.takeRefused = function(rule, level, atMs, _, _, chargeMs)
return min(currentLevel(rule, level, atMs), 0), latest(atMs, chargeMs)
end
twin.giveBack = function(rule, level, atMs, _, cost)
local more = min(rule.full, currentLevel(rule, level, atMs) + cost * rule.unit)
if more == rule.full and nowMs >= atMs then return nil end
return more, latest(atMs)
end
twin.hold = function(rule, level, atMs, _, parts, chargeMs)
return min(currentLevel(rule, level, atMs), rule.full - parts), latest(atMs, chargeMs)
end
twin.reset = function(rule, level, atMs)
return ceil((rule.full - levelAt(rule, level, atMs, nowMs)) / rule.perMs) + max(0, atMs - nowMs)
end
end
twins['token-bucket'] = twin

elseif twinName == 'fixed-window' then
local function windowEnd(rule, nowMs)
if rule.kind == 'epoch' then return (floor(nowMs / rule.windowMs) + 1) * rule.windowMs end
if rule.kind == 'first-request' then return nowMs + rule.windowMs end
return nowMs < rule.endMs and rule.endMs or rule.nextEndMs
end
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
if not isPlain then
twin.takeRefused = function(rule, endMs, count, _, _, chargeMs)
local windowEndMs, used = current(rule, endMs, count, chargeMs)
return windowEndMs, max(used, rule.limit)
end
twin.giveBack = function(rule, endMs, count, _, cost, takenAtMs, takenEndMs)
if nowMs >= endMs then return nil end
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

elseif twinName == 'sliding-log' then
local HEAD, ENTRY = 7, 14
local function entries(log)
return (#log - HEAD) / ENTRY
end
local function baseOf(log)
return (unpackBytes('<I7', log))
end
local function timeOf(log, index)
return (unpackBytes('<I7', log, HEAD + (index - 1) * ENTRY + 1))
end
local function totalThrough(log, index)
return index == 0 and baseOf(log) or (unpackBytes('<I7', log, HEAD + (index - 1) * ENTRY + 8))
end
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
local function cut(log, head, base)
if head == 1 and base == baseOf(log) then return log end
return packBytes('<I7', base) .. sub(log, HEAD + (head - 1) * ENTRY + 1)
end
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

elseif twinName == 'sliding-window-counter' then
local function estimate(windowMs, window, count, previous)
local elapsedMs = max(0, nowMs - window * windowMs)
return floor((previous * (windowMs - elapsedMs)) / windowMs) + count
end
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

end
end
local twin = twins[twinName]
local generation = floor(latestMs / spanMs)
local startMs = generation * spanMs
if not presents[spanMs] then presents[spanMs], befores[spanMs] = ':' .. generation, ':' .. generation - 1 end
local rule = {
twin = twin,
limit = tonumber(ARGV[at + 4]),
spanMs = spanMs,
base = root .. name .. ':',
generation = generation,
present = presents[spanMs],
before = befores[spanMs],
chargeMs = max(nowMs, forgotMs, nowMs < startMs and startMs or 0),
isLeased = flags == 'leased' and twin.hold ~= nil,
mayOutlast = flags ~= '',
perMs = 0,
unit = 0,
full = 0,
nowParts = 0,
kind = '',
windowMs = 0,
}
twin.prepare(rule, ARGV[at + 5], ARGV[at + 6], ARGV[at + 7], ARGV[at + 8], ARGV[at + 9])
at = at + RULE_ARGS
if twin.knows and not twin.knows(rule, rule.chargeMs) then
return redis.error_reply(format('SLUICE_WINDOW %d', rule.chargeMs))
end
rules[index] = rule
end
local function hashOf(rule, field)
return rule.base .. sub(field, 1, HASH_NAME) .. rule.present
end
local function hashBefore(rule, field)
return rule.base .. sub(field, 1, HASH_NAME) .. rule.before
end
local function lifeOfHash(rule)
local lifeMs = (rule.generation + 2) * rule.spanMs - nowMs
return format('%d', injectedMs and max(lifeMs, INJECTED_LIFE_MS) or lifeMs)
end
local heads = {}
if isPlain and mode == 'checks' then
local isFirst = true
local a, b, c, hashes = {}, {}, {}, {}
while at <= last do
local text = ARGV[at]
local head = heads[text]
if not head then
local words = string.gmatch(text, '%S+')
words()
head = { cost = tonumber(words()), isOneKey = words() == 'one' }
for number in words do head[#head + 1] = rules[tonumber(number)] end
heads[text] = head
end
local cost, count = head.cost, #head
local step = head.isOneKey and 0 or 1
local place = at + 1
local passes = cost > 0
for i = 1, count do
local rule = head[i]
local twin, field = rule.twin, ARGV[place]
local name = rule.base .. sub(field, 1, HASH_NAME)
local hash = name .. rule.present
hashes[i] = hash
local bytes = call('HGET', hash, field)
if not bytes then
hash = name .. rule.before
bytes = call('HGET', hash, field)
end
local x, y, z
if bytes then
if isFirst then
isFirst = false
if call('PTTL', hash) == -1 then call('PEXPIRE', hash, lifeOfHash(rule)) end
end
x, y, z = twin.read(rule, bytes)
end
a[i], b[i], c[i] = x, y, z
if passes then passes = cost <= rule.limit and twin.fits(rule, x, y, z, cost) end
place = place + step
end
reply[out] = passes and 1 or 0
out = out + 1
place = at + 1
for i = 1, count do
local rule = head[i]
local twin = rule.twin
local x, y, z = a[i], b[i], c[i]
if passes then
x, y, z = twin.take(rule, x, y, z, cost, rule.chargeMs)
if call('HSET', hashes[i], ARGV[place], twin.write(rule, x, y, z)) == 1 then
call('PEXPIRE', hashes[i], lifeOfHash(rule))
end
end
out = twin.view(reply, out, rule, x, y, z, cost)
place = place + step
end
at = at + 1 + (head.isOneKey and 1 or count)
end
if clockChanged then
call('SET', root .. 'clock', packBytes('<ddd', seenMs, forgotMs, pinnedUntilMs), 'PX', CLOCK_LIFE)
end
return reply
end
local function lifeOf(ms)
return format('%d', injectedMs and max(ms, INJECTED_LIFE_MS) or ms)
end
local function keepClock()
if not clockChanged then return end
call('SET', root .. 'clock', packBytes('<ddd', seenMs, forgotMs, pinnedUntilMs), 'PX', CLOCK_LIFE)
end
local function noteForgetting()
if nowMs > forgotMs then forgotMs, clockChanged = nowMs, true end
end
local checkedExpiry = false
local function repairExpiry(rule, hash)
checkedExpiry = true
if call('PTTL', hash) == -1 then call('PEXPIRE', hash, lifeOfHash(rule)) end
end
local function findBytes(rule, field)
local hash = hashOf(rule, field)
local bytes = call('HGET', hash, field)
if not bytes then
hash = hashBefore(rule, field)
bytes = call('HGET', hash, field)
end
if bytes and not checkedExpiry then repairExpiry(rule, hash) end
return bytes
end
local function writeBytes(rule, field, bytes)
local hash = hashOf(rule, field)
if call('HSET', hash, field, bytes) == 1 then call('PEXPIRE', hash, lifeOfHash(rule)) end
end
local function dropBytes(rule, field)
call('HDEL', hashOf(rule, field), field)
call('HDEL', hashBefore(rule, field), field)
end
local function findPinned(rule, field)
if pinnedUntilMs <= nowMs then return 0, nil end
local pinned = call('GET', rule.base .. 'pin:' .. field)
if not pinned or #pinned < 8 then return 0, nil end
return max(0, unpackBytes('<d', pinned) - nowMs), #pinned > 8 and sub(pinned, 9) or nil
end
local function pin(rule, field, blockedMs, bytes, keepMs)
local lifeMs = max(blockedMs, bytes and keepMs or 0)
if lifeMs <= 0 then
call('DEL', rule.base .. 'pin:' .. field)
return
end
local pinned = packBytes('<d', blockedMs > 0 and nowMs + blockedMs or 0) .. (bytes or '')
call('SET', rule.base .. 'pin:' .. field, pinned, 'PX', lifeOf(lifeMs))
if nowMs + lifeMs > pinnedUntilMs then pinnedUntilMs, clockChanged = nowMs + lifeMs, true end
end
local LEASE = 32
local GRACE_MS = 1000
local function leaseKey(rule, field)
return rule.base .. 'lease:' .. field
end
local function findHolders(rule, field)
local bytes = call('GET', leaseKey(rule, field))
local found, units, parts, last = {}, 0, 0, 0
if not bytes or #bytes % LEASE ~= 0 then return found, 0 end
for place = 1, #bytes, LEASE do
local holder, turn, endMs, held = unpackBytes('<dddd', bytes, place)
local sinceEndMs = max(0, nowMs - endMs)
units = units + held
found[#found + 1] = { holder = holder, turn = turn, endMs = endMs, units = held }
local heldDown = rule.isLeased and units * rule.unit - sinceEndMs * rule.perMs or 0
parts = max(parts, heldDown)
if heldDown > 0 or sinceEndMs < GRACE_MS then last = #found end
end
for index = #found, last + 1, -1 do found[index] = nil end
return found, parts
end
local function keepHolders(rule, field, leases)
if #leases == 0 then
call('DEL', leaseKey(rule, field))
return
end
local bytes = {}
for index, lease in ipairs(leases) do
bytes[index] = packBytes('<dddd', lease.holder, lease.turn, lease.endMs, lease.units)
end
local lastsMs = max(0, leases[1].endMs - nowMs) + GRACE_MS
local refillMs = rule.isLeased and ceil(rule.full / rule.perMs) or 0
call('SET', leaseKey(rule, field), table.concat(bytes), 'PX', lifeOf(lastsMs + refillMs))
end
local function findHolder(leases, holder)
for index, lease in ipairs(leases) do
if lease.holder == holder then return lease, index end
end
end
local function removeHolder(leases, holder)
local found, index = findHolder(leases, holder)
if found then table.remove(leases, index) end
return found
end
local function addHolder(leases, holder, turn, endMs, units)
local index = 1
while leases[index] and leases[index].endMs > endMs do index = index + 1 end
table.insert(leases, index, { holder = holder, turn = turn, endMs = endMs, units = units })
end
local function dropEndedHolders(rule, field, leases)
local lasting = {}
for _, lease in ipairs(leases) do
if rule.isLeased and lease.endMs > nowMs then lasting[#lasting + 1] = lease end
end
if #leases > 0 then keepHolders(rule, field, lasting) end
end
local UNCHANGED, CHARGED, COUNTED, BLOCKED = 0, 1, 2, 4
local function nextArg()
at = at + 1
return ARGV[at - 1]
end
local count = 0
local rule, field = {}, {}
local a, b, c = {}, {}, {}
local isPinned, blockedMs, anyBlocked = {}, {}, false
local holders, hadState = {}, {}
local function load(i, withHolders)
local r = rule[i]
local blocked, bytes = findPinned(r, field[i])
blockedMs[i], isPinned[i] = blocked, bytes ~= nil
if blocked > 0 then anyBlocked = true end
bytes = bytes or findBytes(r, field[i])
if bytes then a[i], b[i], c[i] = r.twin.read(r, bytes) else a[i], b[i], c[i] = nil, nil, nil end
if withHolders or r.isLeased then
local parts
holders[i], parts = findHolders(r, field[i])
if parts > 0 then a[i], b[i], c[i] = r.twin.hold(r, a[i], b[i], c[i], parts, r.chargeMs) end
end
hadState[i] = a[i] ~= nil
end
local function keep(i, mayOutlast)
local r = rule[i]
if a[i] == nil then
dropBytes(r, field[i])
noteForgetting()
if isPinned[i] then pin(r, field[i], blockedMs[i], nil, 0) end
return
end
local bytes = r.twin.write(r, a[i], b[i], c[i])
if mayOutlast or r.mayOutlast or isPinned[i] then
local resetMs = r.twin.reset(r, a[i], b[i], c[i])
local outlasts = nowMs + resetMs > latestMs + r.spanMs
if outlasts or isPinned[i] then pin(r, field[i], blockedMs[i], outlasts and bytes or nil, resetMs) end
if outlasts then return end
end
writeBytes(r, field[i], bytes)
end
local function fits(i, cost)
local r = rule[i]
return cost <= r.limit and r.twin.fits(r, a[i], b[i], c[i], cost)
end
local function allPass(cost)
for i = 1, count do
if not fits(i, cost) then return false end
end
return not anyBlocked
end
local function chargeAll(cost)
for i = 1, count do
local r = rule[i]
a[i], b[i], c[i] = r.twin.take(r, a[i], b[i], c[i], cost, r.chargeMs)
end
end
local function keepAll(mayOutlast)
for i = 1, count do keep(i, mayOutlast) end
end
local function put(value)
reply[out] = value
out = out + 1
end
local function putViews(done, cost, passes)
put(anyBlocked and done + BLOCKED or done)
for i = 1, count do
if passes then put(passes[i]) end
local r = rule[i]
out = r.twin.view(reply, out, r, a[i], b[i], c[i], cost)
if anyBlocked then put(blockedMs[i]) end
end
end
local verbs = {}
function verbs.check(cost)
if cost == 0 or not allPass(cost) then return putViews(UNCHANGED, cost) end
chargeAll(cost)
keepAll(false)
putViews(CHARGED, cost)
end
function verbs.count(cost)
if cost == 0 or anyBlocked or allPass(cost) then return verbs.check(cost) end
local passes = {}
for i = 1, count do
local r = rule[i]
local doesFit = fits(i, cost)
passes[i] = doesFit and 1 or 0
local step = doesFit and r.twin.take or r.twin.takeRefused
a[i], b[i], c[i] = step(r, a[i], b[i], c[i], cost, r.chargeMs)
end
keepAll(true)
putViews(COUNTED, cost, passes)
end
function verbs.peek(cost)
putViews(UNCHANGED, cost)
end
function verbs.charge(cost)
if cost > 0 then
chargeAll(cost)
keepAll(true)
end
putViews(UNCHANGED, 0)
end
function verbs.refund(cost)
local takenAtMs = tonumber(nextArg())
for i = 1, count do
local takenEndMs = tonumber(nextArg())
local r = rule[i]
if a[i] ~= nil and cost > 0 then
a[i], b[i], c[i] = r.twin.giveBack(r, a[i], b[i], c[i], cost, takenAtMs, takenEndMs)
keep(i, true)
end
end
putViews(UNCHANGED, 0)
end
function verbs.block()
local durationMs = tonumber(nextArg())
for i = 1, count do
local r = rule[i]
local bytes, keepMs
if isPinned[i] then
bytes, keepMs = r.twin.write(r, a[i], b[i], c[i]), r.twin.reset(r, a[i], b[i], c[i])
end
pin(r, field[i], durationMs, bytes, keepMs)
end
put(UNCHANGED)
end
function verbs.reset()
for i = 1, count do
dropBytes(rule[i], field[i])
call('DEL', rule[i].base .. 'pin:' .. field[i])
dropEndedHolders(rule[i], field[i], holders[i])
end
put(UNCHANGED)
end
local function laterLease(holder, turn)
for i = 1, count do
local found = findHolder(holders[i], holder)
if found and found.turn >= turn then return found end
end
end
local function endLease(holder, left)
local takenAtMs = tonumber(nextArg())
for i = 1, count do
local takenEndMs = tonumber(nextArg())
local r = rule[i]
local lease = removeHolder(holders[i], holder)
local isOwed = lease and (not r.isLeased or lease.endMs > nowMs)
if isOwed and left > 0 and a[i] ~= nil then
a[i], b[i], c[i] = r.twin.giveBack(r, a[i], b[i], c[i], left, takenAtMs, takenEndMs)
end
end
end
local function grantable(cost, wanted)
local units = max(wanted, cost)
while units > cost and not allPass(2 * units) do units = max(cost, floor(units / 2)) end
return allPass(units) and units or 0
end
local function keepLeases()
for i = 1, count do
if hadState[i] or a[i] ~= nil then keep(i, true) end
keepHolders(rule[i], field[i], holders[i])
end
end
function verbs.lease(cost)
local holder, turn, wanted = tonumber(nextArg()), tonumber(nextArg()), tonumber(nextArg())
local ttlMs, left = tonumber(nextArg()), tonumber(nextArg())
local later = laterLease(holder, turn)
if later then
at = at + 1 + count
local granted = later.turn == turn and later.units + cost or 0
put(granted)
return putViews(granted > 0 and CHARGED or UNCHANGED, cost)
end
endLease(holder, left)
local granted = grantable(cost, wanted)
if granted > 0 then chargeAll(granted) end
if granted > cost then
for i = 1, count do addHolder(holders[i], holder, turn, nowMs + ttlMs, granted - cost) end
end
keepLeases()
put(granted)
putViews(granted > 0 and CHARGED or UNCHANGED, cost)
end
function verbs.giveUp(left)
local holder, turn = tonumber(nextArg()), tonumber(nextArg())
if laterLease(holder, turn) then at = at + 1 + count
else
endLease(holder, left)
keepLeases()
end
putViews(UNCHANGED, 0)
end
local function headOf(text)
local words = {}
for word in string.gmatch(text, '%S+') do words[#words + 1] = word end
local head = { verb = verbs[words[1]], cost = tonumber(words[2]), isOneKey = words[3] == 'one', rules = {} }
head.withHolders = words[1] == 'lease' or words[1] == 'giveUp' or words[1] == 'reset'
for index = 4, #words do head.rules[index - 3] = rules[tonumber(words[index])] end
return head
end
local onlyHead = mode == 'one' and headOf('check ' .. nextArg() .. ' one 1')
while at <= last do
local head = onlyHead
if not head then
local text = nextArg()
heads[text] = heads[text] or headOf(text)
head = heads[text]
end
count, anyBlocked = #head.rules, false
local oneField = head.isOneKey and nextArg()
for i = 1, count do
rule[i] = head.rules[i]
field[i] = oneField or nextArg()
load(i, head.withHolders)
end
head.verb(head.cost)
end
keepClock()
return reply`,
}

/** What counts the processes that share a store. */
export const peersScript: LuaScript = {
  sha: '768c395550724fdd09a41e7e7a26ff7743655e8c',
  text: `if redis.replicate_commands then redis.replicate_commands() end
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%d', nowMs), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', nowMs - tonumber(ARGV[2])))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`,
}
