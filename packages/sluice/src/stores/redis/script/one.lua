-- A batch of checks of one cost under one limit, while no key is pinned: nearly every batch, and written for speed. The
-- reply is flat: the time, and for each request whether it was charged and what its limits hold.

local reply, out, last = { nowMs }, 2, #ARGV

if isPlain and mode == 'one' then
  local rule, cost = rules[1], tonumber(ARGV[at])
  local twin, base, present = rule.twin, rule.base, rule.present
  local read, fits, take, write, view = twin.read, twin.fits, twin.take, twin.write, twin.view
  local chargeMs = rule.chargeMs
  local mayPass = cost > 0 and cost <= rule.limit
  local isChecked = false
  for place = at + 1, last do
    local field = ARGV[place]
    local hash = base .. sub(field, 1, HASH_NAME) .. present
    local bytes = call('HGET', hash, field) or call('HGET', hashBefore(rule, field), field)
    local x, y, z
    if bytes then x, y, z = read(rule, bytes) end
    local passes = mayPass and fits(rule, x, y, z, cost)
    if passes then
      x, y, z = take(rule, x, y, z, cost, chargeMs)
      if call('HSET', hash, field, write(rule, x, y, z)) == 1 then call('PEXPIRE', hash, lifeOfHash(rule)) end
    end
    -- A hash that has lost its expiry gets it back; one hash of every call is looked at.
    if not isChecked then
      isChecked = true
      if call('PTTL', hash) == -1 then call('PEXPIRE', hash, lifeOfHash(rule)) end
    end
    reply[out] = passes and 1 or 0
    out = view(reply, out + 1, rule, x, y, z, cost)
  end
  if clockChanged then
    call('SET', root .. 'clock', packBytes('<ddd', seenMs, forgotMs, pinnedUntilMs), 'PX', CLOCK_LIFE)
  end
  return reply
end
