-- The rules of a batch, and where their states lie: the keys of a rule are spread over small hashes, a field for each, and
-- every hash belongs to a generation, a stretch of time at least as long as the longest wait of the rule. A key is looked
-- for in the present generation and in the one before, and written into the present one; the hash is dropped as a whole by
-- its expiry. What must be kept for longer (a debt, a block) is pinned in a key of its own.

local mode, at = ARGV[3], FIRST_RULE
local isPlain = mode ~= 'any' and pinnedUntilMs <= nowMs
local twins, rules = {}, {}
-- By the length of a generation, since a number takes long to turn into text.
local presents, befores = {}, {}
for index = 1, tonumber(ARGV[4]) do
  local name, twinName, spanMs, flags = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3]
  if not twins[twinName] then
    --MAKE THE TWIN--
  end
  local twin = twins[twinName]
  local generation = floor(latestMs / spanMs)
  local startMs = generation * spanMs
  if not presents[spanMs] then presents[spanMs], befores[spanMs] = ':' .. generation, ':' .. generation - 1 end
  -- All at once, the numbers of the twin too: a table that grows field by field is laid out anew again and again.
  local rule = {
    twin = twin,
    limit = tonumber(ARGV[at + 4]),
    spanMs = spanMs,
    base = root .. name .. ':',
    generation = generation,
    present = presents[spanMs],
    before = befores[spanMs],
    -- A key without a state may have been forgotten at a later time than this; it is charged as of then.
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

-- How long a hash of the present generation must live.
local function lifeOfHash(rule)
  local lifeMs = (rule.generation + 2) * rule.spanMs - nowMs
  return format('%d', injectedMs and max(lifeMs, INJECTED_LIFE_MS) or lifeMs)
end
