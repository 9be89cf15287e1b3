--BEFORE--
for place = firstPlace, last do
  local field = ARGV[place]
  local name = base .. sub(field, 1, HASH_NAME)
  local hash = name .. present
  local bytes = call('HGET', hash, field) or call('HGET', name .. before, field)
  local passes, written = false, nil
  --EACH--
  if passes and call('HSET', hash, field, written) == 1 then call('PEXPIRE', hash, life) end
end
