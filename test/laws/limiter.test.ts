/** The verbs of a limiter on the memory store: what each one may change, and what none may ever bring about. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLimiter, manualClock, type LimitDecision } from '../../packages/sluice/src/index.ts'
import { checks, costOf, monotoneChecks, moved, run, starts } from '../support/histories.ts'
import { everyShortLimit } from '../support/limit-cases.ts'
import { limiterOf, whatFollows } from '../support/limiters.ts'
import { busiestExcess, type Passed } from '../support/stretches.ts'

describe.each(everyShortLimit)('%s', (_, limits, numRuns) => {
  const history = fc.tuple(limits, starts, monotoneChecks)

  test('decides each of several keys as the pure transition decides it alone', () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.nat({ max: 3 }), { minLength: 40, maxLength: 40 }),
        ([example, startMs, steps], owners) => {
          const timed = run(example, startMs, steps)
          const clock = manualClock()
          const limiter = createLimiter({ limit: example.limit, clock })
          const oracles = owners.map(() => example.oracle())
          for (const [index, { nowMs, cost }] of timed.entries()) {
            const owner = owners[index] ?? 0
            clock.set(nowMs)
            const decision = limiter.check(`key ${owner}`, { cost })
            const oracle = oracles[owner] ?? example.oracle()
            expect(decision.allowed).toBe(cost === 0 || (cost <= oracle.limit && oracle.passes(nowMs, cost)))
            if (decision.allowed && cost > 0) oracle.charge(nowMs, cost)
            expect(decision).toMatchObject({ atMs: nowMs, blocked: false })
          }
        },
      ),
      { numRuns },
    )
  })

  test('never passes more than the bound while the clock leaps ahead for other keys and steps back again', () => {
    fc.assert(
      fc.property(
        limits,
        starts,
        checks,
        fc.integer({ min: 1, max: 4 }),
        (example, startMs, steps, every) => {
          const { clock, limiter } = limiterOf(example, startMs)
          const passed: Passed[] = []
          let last: LimitDecision | undefined
          let latestMs = 0
          let shownMs = 0
          for (const [index, { move, share }] of steps.entries()) {
            clock.set(moved(move, clock.now(), example.spanMs, last))
            shownMs = Math.max(shownMs, clock.now())
            const cost = costOf(example.limit.rule.limit, share)
            last = limiter.check('key', { cost })
            if (last.allowed && cost > 0) {
              latestMs = Math.max(latestMs, clock.now())
              passed.push({ atMs: latestMs, cost, shownMs })
            }
            if (index % every > 0) continue
            clock.advance(last.resetAfterMs)
            shownMs = Math.max(shownMs, clock.now())
            limiter.check(`other ${index}`)
            clock.advance(-last.resetAfterMs)
          }
          expect(busiestExcess(passed, example.mostWithin)).toBeLessThanOrEqual(0)
        },
      ),
      { numRuns },
    )
  })

  test('a look changes nothing and says what a check then says', () => {
    fc.assert(
      fc.property(history, fc.nat({ max: 70 }), ([example, startMs, steps], cost) => {
        const looked = limiterOf(example, startMs, steps)
        const plain = limiterOf(example, startMs, steps)
        const foreseen = looked.limiter.peek('key', { cost })
        const { allowed, retryAfterMs, delayMs, never } = plain.limiter.check('key', { cost })
        expect(foreseen).toMatchObject({ allowed, retryAfterMs, delayMs, never })
        expect(looked.limiter.check('key', { cost })).toMatchObject({ allowed, retryAfterMs, delayMs, never })
        expect(whatFollows(looked)).toEqual(whatFollows(plain))
      }),
      { numRuns },
    )
  })

  test('a check and its refund leave the key as it was', () => {
    fc.assert(
      fc.property(
        history,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        ([example, startMs, steps], wish, tellsTime) => {
          const refunded = limiterOf(example, startMs, steps)
          const plain = limiterOf(example, startMs, steps)
          const before = refunded.limiter.peek('key', { cost: 0 })
          // A window that a first request opens stays open, so the refund of that request cannot undo it.
          if (before.resetAfterMs === 0 && example.label.includes('first request')) return
          const cost = Math.min(wish, before.remaining)
          const { atMs } = refunded.limiter.check('key', { cost })
          const after = refunded.limiter.refund('key', tellsTime ? { cost, atMs } : { cost })
          expect(after).toEqual(before)
          expect(whatFollows(refunded)).toEqual(whatFollows(plain))
        },
      ),
      { numRuns },
    )
  })

  test('no refund, however large, gives a key more than a full allowance', () => {
    fc.assert(
      fc.property(
        history,
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        ([example, startMs, steps], cost) => {
          const refunded = limiterOf(example, startMs, steps)
          const after = refunded.limiter.refund('key', { cost })
          expect(after.remaining).toBeLessThanOrEqual(example.limit.rule.limit)
          expect(refunded.limiter.check('key', { cost: after.remaining + 1 }).allowed).toBe(false)
          expect(refunded.limiter.check('key', { cost: after.remaining }).allowed).toBe(true)
        },
      ),
      { numRuns },
    )
  })

  test('a reservation settled for less leaves what reserving the real cost leaves', () => {
    fc.assert(
      fc.property(
        history,
        fc.nat({ max: 60 }),
        fc.nat({ max: 60 }),
        ([example, startMs, steps], wish, wished) => {
          const settled = limiterOf(example, startMs, steps)
          const direct = limiterOf(example, startMs, steps)
          const estimate = Math.min(wish, settled.limiter.peek('key', { cost: 0 }).remaining)
          const real = Math.min(wished, estimate)
          if (real === 0 && example.label.includes('first request')) return
          const reservation = settled.limiter.reserve('key', { cost: estimate })
          const after = settled.limiter.settle(reservation, real)
          direct.limiter.check('key', { cost: real })
          expect(after).toEqual(direct.limiter.peek('key', { cost: 0 }))
          expect(whatFollows(settled)).toEqual(whatFollows(direct))
        },
      ),
      { numRuns },
    )
  })

  test('a reservation settled for more leaves a debt that has to be earned back, to the millisecond', () => {
    fc.assert(
      fc.property(
        history,
        fc.nat({ max: 60 }),
        fc.nat({ max: 200 }),
        ([example, startMs, steps], wish, extra) => {
          const { limiter, clock } = limiterOf(example, startMs, steps)
          const oracle = example.oracle()
          for (const { nowMs, cost, decision } of run(example, startMs, steps)) {
            if (decision?.allowed === true && cost > 0) oracle.charge(nowMs, cost)
          }
          const estimate = Math.min(wish, limiter.peek('key', { cost: 0 }).remaining)
          const nowMs = clock.now()
          limiter.settle(limiter.reserve('key', { cost: estimate }), estimate + extra)
          if (estimate + extra > 0) oracle.charge(nowMs, estimate + extra)
          const { remaining, retryAfterMs } = limiter.peek('key')
          expect(remaining > 0).toBe(oracle.passes(nowMs, 1))
          expect(oracle.passes(nowMs + retryAfterMs, 1)).toBe(true)
          if (retryAfterMs === 0) return
          expect(oracle.passes(nowMs + retryAfterMs - 1, 1)).toBe(false)
          clock.advance(retryAfterMs - 1)
          expect(limiter.check('key').allowed).toBe(false)
          clock.advance(1)
          expect(limiter.check('key').allowed).toBe(true)
        },
      ),
      { numRuns },
    )
  })

  test('a blocked key is refused to the end of the block and then goes on as if it had never been blocked', () => {
    fc.assert(
      fc.property(
        history,
        fc.integer({ min: 1, max: 3_000_000 }),
        ([example, startMs, steps], durationMs) => {
          const blocked = limiterOf(example, startMs, steps)
          const plain = limiterOf(example, startMs, steps)
          blocked.limiter.block('key', durationMs)
          const refusal = blocked.limiter.check('key')
          expect(refusal).toMatchObject({ allowed: false, blocked: true, remaining: 0, never: false })
          expect(refusal.retryAfterMs).toBe(Math.max(durationMs, plain.limiter.peek('key').retryAfterMs))
          blocked.clock.advance(durationMs - 1)
          expect(blocked.limiter.check('key')).toMatchObject({ allowed: false, blocked: true })
          blocked.clock.advance(1)
          plain.clock.advance(durationMs)
          expect(whatFollows(blocked)).toEqual(whatFollows(plain))
        },
      ),
      { numRuns },
    )
  })

  test('a block that is lifted, and one of another key, change nothing', () => {
    fc.assert(
      fc.property(history, ([example, startMs, steps]) => {
        const blocked = limiterOf(example, startMs, steps)
        const plain = limiterOf(example, startMs, steps)
        blocked.limiter.block('key', '1d')
        blocked.limiter.block('another key', '1d')
        blocked.limiter.block('key', 0)
        expect(whatFollows(blocked)).toEqual(whatFollows(plain))
      }),
      { numRuns },
    )
  })

  test('a key that is reset decides like one never seen', () => {
    fc.assert(
      fc.property(history, ([example, startMs, steps]) => {
        const reset = limiterOf(example, startMs, steps)
        reset.limiter.block('key', '1d')
        reset.limiter.reset('key')
        const fresh = limiterOf(example)
        fresh.clock.set(reset.clock.now())
        expect(whatFollows(reset)).toEqual(whatFollows(fresh))
      }),
      { numRuns },
    )
  })

  test('counted refusals never leave a key worse off than one that has just spent everything', () => {
    fc.assert(
      fc.property(history, ([example, startMs, steps]) => {
        const { limiter, clock } = limiterOf(example, startMs, steps, { countRefused: true })
        const { limit } = example.limit.rule
        const spent = limiterOf(example)
        spent.clock.set(clock.now())
        spent.limiter.check('key', { cost: limit })
        // The count of a sliding window cannot fall below what the window before still weighs.
        if (example.label.includes('counter')) return
        for (const cost of [1, limit]) {
          const longest = spent.limiter.peek('key', { cost }).retryAfterMs
          // A leaky bucket by size takes one more while the one that leaves next is on its way out.
          const leavingMs = example.label.includes('size') ? example.spanMs : 0
          expect(limiter.peek('key', { cost }).retryAfterMs).toBeLessThanOrEqual(longest + leavingMs)
        }
      }),
      { numRuns },
    )
  })

  test('a counted refusal leaves nothing to take, and its wait is exact if the client keeps quiet', () => {
    fc.assert(
      fc.property(history, fc.nat({ max: 70 }), ([example, startMs, steps], cost) => {
        const { limiter, clock } = limiterOf(example, startMs, steps, { countRefused: true })
        const refusal = limiter.check('key', { cost })
        if (refusal.allowed) return
        expect(refusal.remaining).toBe(0)
        if (refusal.never) return
        clock.advance(refusal.retryAfterMs - 1)
        expect(limiter.peek('key', { cost }).allowed).toBe(false)
        clock.advance(1)
        expect(limiter.peek('key', { cost }).allowed).toBe(true)
      }),
      { numRuns },
    )
  })
})
