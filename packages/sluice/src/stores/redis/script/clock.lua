-- The time, and what must be remembered of earlier times. Names begin with the root, which pins all of them to one slot of
-- a cluster.
local root = KEYS[1]

local GRANULE_MS = 1024
-- Longer than any generation: a year of the calendar needs one of 2^35 granules.
local CLOCK_LIFE = '140737488355328'
-- Expiries run by the server's clock. Where the time is injected, they only have to come at last.
local INJECTED_LIFE_MS = 3600000

local injectedMs = tonumber(ARGV[1])
local nowMs = injectedMs
if not nowMs then
  local time = call('TIME')
  nowMs = time[1] * 1000 + floor(time[2] / 1000)
end

-- A call that comes later than its caller waits for an answer is not decided: it stood in a queue, or was sent again after
-- its connection broke, and its request has been answered otherwise.
local lateMs = tonumber(ARGV[2])
if lateMs and nowMs > lateMs then return redis.error_reply(format('SLUICE_LATE %d', nowMs)) end

-- The latest time that was seen here, to the granule, and when a key was last forgotten before its generation ended: a
-- clock that steps back finds what it wrote, and gives nobody an allowance twice. `pinnedUntilMs` says whether any key may
-- be pinned.
local seenMs, forgotMs, pinnedUntilMs, clockChanged = 0, 0, 0, false
local clockRecord = call('GET', root .. 'clock')
if clockRecord and #clockRecord == 24 then seenMs, forgotMs, pinnedUntilMs = unpackBytes('<ddd', clockRecord) end
if floor(nowMs / GRANULE_MS) > floor(seenMs / GRANULE_MS) then
  seenMs, clockChanged = nowMs, true
end
local latestMs = max(nowMs, seenMs)
