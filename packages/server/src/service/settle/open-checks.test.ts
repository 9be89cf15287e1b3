import { createPolicyLimiter, readPolicy, type PolicyDecision } from 'sluice/policy'
import { expect, test } from 'vitest'
import { OpenChecks } from './open-checks.ts'

const policy = readPolicy(
  'version: 1\nrules: [{ name: all, match: {}, key: [], limits: [gcra: { burst: 9, rate: 1/s }] }]\n',
)
const limiter = createPolicyLimiter(policy)
const decided = (): PolicyDecision => limiter.check({})

test('a check is open once, under a name of its own', () => {
  const checks = new OpenChecks()
  const [one, other] = [decided(), decided()]
  const [first, second] = [checks.add(one, 10), checks.add(other, 10)]
  expect(checks.take(second)).toBe(other)
  expect(checks.take(second)).toBeUndefined()
  expect(checks.take(first)).toBe(one)
  expect(checks.take('another')).toBeUndefined()
})

test('for ten minutes and not a millisecond longer', () => {
  let nowMs = 5000
  const checks = new OpenChecks(() => nowMs)
  const [early, late] = [checks.add(decided(), 10), checks.add(decided(), 10)]
  nowMs += 599_999
  expect(checks.take(early)).toBeDefined()
  nowMs += 1
  expect(checks.take(late)).toBeUndefined()
})

test('at most ten thousand are, and the oldest give way', () => {
  const checks = new OpenChecks(() => 0)
  const names = Array.from({ length: 10_001 }, () => checks.add(decided(), 10))
  expect(checks.take(names[0]!)).toBeUndefined()
  expect(checks.take(names[1]!)).toBeDefined()
  expect(checks.take(names.at(-1)!)).toBeDefined()
})

test('all that was sent for them is 32 MiB at most, whatever has been settled before', () => {
  const checks = new OpenChecks(() => 0)
  for (let sent = 0; sent < 1000; sent++) checks.take(checks.add(decided(), 65_536))
  const names = Array.from({ length: 513 }, () => checks.add(decided(), 65_536))
  expect(checks.take(names[0]!)).toBeUndefined()
  expect(checks.take(names[1]!)).toBeDefined()
})
