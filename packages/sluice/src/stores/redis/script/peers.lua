-- Counts the processes that share a store: each says from time to time that it is there, and the answer is how many have
-- said so lately. ARGV: the name of the process, and for how long its word holds, in milliseconds.
if redis.replicate_commands then redis.replicate_commands() end

local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%d', nowMs), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', nowMs - tonumber(ARGV[2])))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
