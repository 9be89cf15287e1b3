-- The rules of a batch, and where their states lie: the keys of a rule are spread over small hashes, a field for each, and
-- every hash belongs to a generation, a stretch of time at least as long as the longest wait of the rule. A key is looked
-- for in the present generation and in the one before, and written into the present one; the hash is dropped as a whole by
-- its expiry. What must be kept for longer (a debt, a block) is pinned in a key of its own.

local mode, at = ARGV[3], 5
local isPlain = mode ~= 'any' and pinnedUntilMs <= nowMs
local twins, rules = {}, {}
for index = 1, tonumber(ARGV[4]) do
  local name, twinName, spanMs, flags = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3]
  if not twins[twinName] then
    --MAKE THE TWIN--
  end
  local twin = twins[twinName]
  local limit = tonumber(ARGV[at + 4])
  local rule = twin.rule(limit, ARGV[at + 5], ARGV[at + 6], ARGV[at + 7], ARGV[at + 8], ARGV[at + 9])
  at = at + 10

  local generation = floor(latestMs / spanMs)
  local lifeMs = (generation + 2) * spanMs - nowMs
  rule.twin, rule.spanMs = twin, spanMs
  rule.read, rule.fits, rule.take = twin.read, twin.fits, twin.take
  rule.write, rule.view = twin.write, twin.view
  rule.base = root .. name .. ':'
  rule.present = format(':%d', generation)
  rule.before = format(':%d', generation - 1)
  rule.life = format('%d', injectedMs and max(lifeMs, INJECTED_LIFE_MS) or lifeMs)
  -- A key without a state may have been forgotten at a later time than this; it is charged as of then.
  rule.chargeMs = max(nowMs, forgotMs, nowMs < generation * spanMs and generation * spanMs or 0)
  rule.isLeased = flags == 'leased' and twin.hold ~= nil
  rule.mayOutlast = flags ~= ''
  if twin.knows and not twin.knows(rule, rule.chargeMs) then
    return redis.error_reply(format('SLUICE_WINDOW %d', rule.chargeMs))
  end
  rules[index] = rule
end
