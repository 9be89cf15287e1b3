-- A batch of nothing but checks, while no key is pinned: nearly every batch, and written for speed. The reply is flat: the
-- time, and for each request whether it was charged and what its limits hold.

local heads, reply, out, last = {}, { nowMs }, 2, #ARGV

if ARGV[4] == 'checks' and pinnedUntilMs <= nowMs then
  local isFirst = true
  local hashes, a, b, c = {}, {}, {}, {}
  while at <= last do
    local head = heads[ARGV[at]]
    if not head then
      head = { count = 0 }
      for word in string.gmatch(ARGV[at], '%S+') do
        if not head.verb then head.verb = word
        elseif not head.cost then head.cost = tonumber(word)
        elseif not head.keys then head.keys = word
        else
          head.count = head.count + 1
          head[head.count] = rules[tonumber(word)]
        end
      end
      heads[ARGV[at]] = head
    end
    local cost, count, isOneKey = head.cost, head.count, head.keys == 'one'
    local passes = cost > 0
    for i = 1, count do
      local rule = head[i]
      local place = at + (isOneKey and 1 or 2 * i - 1)
      local bucket, field = ARGV[place], ARGV[place + 1]
      local hash = rule.base .. bucket .. rule.present
      local found = hash
      local bytes = call('HGET', hash, field)
      if not bytes then
        found = rule.base .. bucket .. rule.before
        bytes = call('HGET', found, field)
      end
      hashes[i] = hash
      local x, y, z
      if bytes then
        -- A hash that has lost its expiry gets it back; one hash of every call is looked at.
        if isFirst and call('PTTL', found) == -1 then call('PEXPIRE', found, rule.life) end
        isFirst = false
        x, y, z = rule.twin.read(rule, bytes, nowMs)
      end
      a[i], b[i], c[i] = x, y, z
      if passes then passes = cost <= rule.limit and (x == nil or rule.twin.wait(rule, x, y, z, nowMs, cost) == 0) end
    end
    reply[out] = passes and 1 or 0
    out = out + 1
    for i = 1, count do
      local rule = head[i]
      local x, y, z = a[i], b[i], c[i]
      local twin = rule.twin
      if passes then
        x, y, z = twin.take(rule, x, y, z, x == nil and rule.chargeMs or nowMs, cost)
        local field = ARGV[at + (isOneKey and 2 or 2 * i)]
        if call('HSET', hashes[i], field, twin.write(rule, x, y, z)) == 1 then call('PEXPIRE', hashes[i], rule.life) end
      end
      out = twin.view(reply, out, rule, x, y, z, nowMs, cost)
    end
    at = at + 1 + (isOneKey and 2 or 2 * count)
  end
  if clockChanged then
    call('SET', root .. 'clock', packBytes('<ddd', seenMs, forgotMs, pinnedUntilMs), 'PX', CLOCK_LIFE)
  end
  return reply
end
