-- A call that a client sends again, because its connection broke before the reply came, is not decided again. The numbers
-- of a caller's calls are kept in a sliding window, as IPsec does against replays (RFC 4303, section 3.4.3).
if ARGV[2] ~= '' then
  local WINDOW = 32
  local key, number = root .. 'caller:' .. ARGV[2], tonumber(ARGV[3])
  local newest, seen = 0, 0
  local record = call('GET', key)
  if record and #record == 16 then newest, seen = unpackBytes('<dd', record) end
  if number > newest then
    local shift = number - newest
    seen = shift >= WINDOW and 1 or (seen * 2 ^ shift) % 2 ^ WINDOW + 1
    newest = number
  else
    local mark = 2 ^ (newest - number)
    if newest - number >= WINDOW or floor(seen / mark) % 2 == 1 then
      return redis.error_reply('SLUICE_REPEATED this call has been decided before')
    end
    seen = seen + mark
  end
  call('SET', key, packBytes('<dd', newest, seen), 'PX', '60000')
end
