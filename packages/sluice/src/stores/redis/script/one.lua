-- A batch of checks of one cost under one limit, while no key is pinned: nearly every batch, and written for speed. What a
-- twin does in several functions is written out here once more, for each algorithm in NAME.one.lua, because every function
-- would be made anew in every call. The tests hold both to the same answers.
--
-- The reply is flat: the time, and for each request whether it was charged and what its limit holds.

local FIRST_RULE, RULE_ARGS = 5, 10
-- A field begins with the name of its hash, of so many characters.
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
  --DECIDE EACH--
  -- A hash that has lost its expiry gets it back; one hash of every call is looked at.
  if firstPlace <= last then
    local hash = base .. sub(ARGV[firstPlace], 1, HASH_NAME) .. present
    if call('PTTL', hash) == -1 then call('PEXPIRE', hash, life) end
  end
  if clockChanged then
    call('SET', root .. 'clock', packBytes('<ddd', seenMs, forgotMs, pinnedUntilMs), 'PX', CLOCK_LIFE)
  end
  return reply
end
