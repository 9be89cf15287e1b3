/**
 * Long random histories of many keys: the store must decide every request as the bare transition does.
 * `SLUICE_LONG_DECISIONS` sets how many are decided, over all algorithms; `npm run test:long` takes ten million.
 */
import { createLimiter, manualClock } from '../../packages/sluice/src/index.ts'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import { expect, test } from 'vitest'
import { numbers } from '../support/numbers.ts'
import { sampleLimits } from '../support/sample-limits.ts'

const decisions = Number(process.env['SLUICE_LONG_DECISIONS'] ?? 400_000)
const keys = 50_000

test.each(Object.entries(sampleLimits))('%s', (name, limit) => {
  const clock = manualClock(1_780_000_000_000)
  const limiter = createLimiter({ limit, clock, maxKeys: 1_000_000 })
  const states = new Map<string, unknown>()
  const next = numbers(name.length + 1)
  let differing = 0
  for (let count = 0; count < decisions / Object.keys(sampleLimits).length; count++) {
    if (next() % 4 === 0) clock.advance(next() % 16)
    if (next() % 100_000 === 0) clock.advance(next() % 200_000)
    const key = `user:${next() % keys}`
    const cost = next() % 8 === 0 ? next() % 13 : 1
    const nowMs = clock.now()
    const { decision, ...step } = transition(limit.algorithm, limit.rule, states.get(key), nowMs, cost)
    if ('next' in step) states.set(key, step.next)
    const found = limiter.check(key, { cost })
    const isSame =
      found.allowed === decision.allowed &&
      found.remaining === decision.remaining &&
      found.retryAfterMs === decision.retryAfterMs &&
      found.resetAfterMs === decision.resetAfterMs &&
      found.replenishAfterMs === decision.replenishAfterMs &&
      found.delayMs === decision.delayMs &&
      found.never === decision.never
    if (!isSame) differing++
  }
  expect(differing).toBe(0)
})
