-- A batch of checks under one or more limits each, while no key is pinned.

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
    -- From one limit's place to the next; none if all have the same key.
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
        -- A hash that has lost its expiry gets it back; one hash of every call is looked at.
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
