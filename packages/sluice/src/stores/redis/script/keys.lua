-- Where states are kept, for requests that are more than plain checks.

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

-- A hash that has lost its expiry, or never had one, gets it back. One hash of every call is looked at.
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

-- A pinned key is the end of its block, or 0, and the bytes of its state, if that must outlive its generation.
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
