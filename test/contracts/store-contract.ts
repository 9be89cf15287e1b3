/** What every store must do, whichever way it answers. A store's own test file is its set-up and one call of this. */
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  slidingLog,
  tokenBucket,
  type Limit,
  type Limiter,
  type LimitsDecision,
  type ManualClock,
  type Mode,
  type Store,
} from '../../packages/sluice/src/index.ts'
import { asJson, decisionVectors } from '../support/decision-vectors.ts'
import { sampleLimits } from '../support/sample-limits.ts'

const startMs = 1_780_000_000_000

interface Setting<M extends Mode> {
  readonly clock: ManualClock
  readonly store: Store<M>
}

/** `makeStore` gives a store that holds nothing yet and decides by the clock. */
export function storeContract<M extends Mode>(
  name: string,
  makeStore: (clock: ManualClock) => Store<M>,
): void {
  function setting(): Setting<M> {
    const clock = manualClock(startMs)
    return { clock, store: makeStore(clock) }
  }

  function limiterOf(limit: Limit, { clock, store } = setting()): Limiter<M> {
    return createLimiter<M>({ limit, store, clock })
  }

  describe(`${name} keeps the store contract`, () => {
    test.each(decisionVectors)(
      'scenario $index, $name, is decided as worked out',
      async ({ limit, steps, wanted }) => {
        const { clock, store } = setting()
        const limiter = limiterOf(limit, { clock, store })
        const decisions: object[] = []
        for (const { nowMs, cost } of steps) {
          clock.set(nowMs)
          decisions.push(asJson(await limiter.check('key', { cost })))
        }
        expect(decisions).toMatchObject(wanted)
      },
    )

    describe.each(Object.entries(sampleLimits))('%s', (_, limit) => {
      const most = limit.rule.limit

      test('fifty callers at once share one allowance', async () => {
        const limiter = limiterOf(limit)
        const cost = Math.floor(most / 5)
        const answers = await Promise.all(Array.from({ length: 50 }, () => limiter.check('key', { cost })))
        expect(answers.filter(({ allowed }) => allowed)).toHaveLength(Math.floor(most / cost))
      })

      test('peeking, and a cost of 0, change nothing', async () => {
        const limiter = limiterOf(limit)
        await limiter.check('key', { cost: 2 })
        const before = await limiter.peek('key', { cost: 0 })
        await limiter.peek('key', { cost: most })
        await limiter.check('key', { cost: 0 })
        await limiter.check('key', { cost: most })
        expect(await limiter.peek('key', { cost: 0 })).toEqual(before)
        expect(before).toMatchObject({ remaining: most - 2 })
      })

      test('a refund gives back what was taken, and no more', async () => {
        const limiter = limiterOf(limit)
        const { atMs } = await limiter.check('key', { cost: 3 })
        await limiter.check('key')
        expect(await limiter.refund('key', { cost: 3, atMs })).toMatchObject({
          allowed: true,
          remaining: most - 1,
        })
        expect(await limiter.refund('key', { cost: most })).toMatchObject({ remaining: most })
        expect(await limiter.refund('never seen')).toMatchObject({ remaining: most, resetAfterMs: 0 })
      })

      test('settling corrects an estimate both ways, into debt if need be', async () => {
        const limiter = limiterOf(limit)
        const cheaper = await limiter.reserve('key', { cost: 4 })
        expect(await limiter.settle(cheaper, 1)).toMatchObject({ remaining: most - 1 })
        const dearer = await limiter.reserve('key', { cost: 1 })
        expect(await limiter.settle(dearer, most)).toMatchObject({ remaining: 0 })
        expect(await limiter.check('key')).toMatchObject({ allowed: false })
      })

      test('a block refuses until its last millisecond, and a reset lifts it and forgets the key', async () => {
        const setup = setting()
        const limiter = limiterOf(limit, setup)
        await limiter.block('key', '1h')
        setup.clock.advance(3_599_999)
        const blocked = { allowed: false, blocked: true, remaining: 0, retryAfterMs: 1 }
        expect(await limiter.check('key')).toMatchObject(blocked)
        expect(await limiter.check('other')).toMatchObject({ allowed: true, blocked: false })
        setup.clock.advance(1)
        expect(await limiter.check('key', { cost: most })).toMatchObject({ allowed: true, remaining: 0 })
        await limiter.block('key', '1h')
        await limiter.reset('key')
        expect(await limiter.check('key')).toMatchObject({
          allowed: true,
          remaining: most - 1,
          blocked: false,
        })
      })
    })

    test('every string is a key of its own', async () => {
      const limiter = limiterOf(slidingLog({ limit: 1, window: '1h' }))
      const keys = [
        '',
        ' ',
        'ann lee',
        'ann_lee',
        'annlee',
        'ann\r\nlee',
        'ann\0lee',
        '__proto__',
        'constructor',
      ]
      keys.push('\ud800', '\udfff', '\ufffd', '\u00e9', 'e\u0301', '😀', '{a}b', '{a}', 'x'.repeat(100_000))
      keys.push(`${'x'.repeat(99_999)}y`, '\ud800'.repeat(30), '\ufffd'.repeat(30), '\udfff'.repeat(30))
      for (const key of keys) expect(await limiter.check(key)).toMatchObject({ allowed: true, remaining: 0 })
      for (const key of keys) expect(await limiter.check(key)).toMatchObject({ allowed: false })
    })

    test('two limiters on one store share no key', async () => {
      const setup = setting()
      const limit = tokenBucket({ capacity: 1, rate: '1/h' })
      const first = limiterOf(limit, setup)
      const second = limiterOf(limit, setup)
      expect(await first.check('key')).toMatchObject({ allowed: true })
      expect(await second.check('key')).toMatchObject({ allowed: true })
    })

    test('several limits are all charged or none, each for its own key', async () => {
      const { clock, store } = setting()
      const limits = {
        user: fixedWindow({ limit: 1, window: '1m' }),
        all: fixedWindow({ limit: 10, window: '1m' }),
      }
      const limiter: Limiter<M, LimitsDecision> = createLimiter<M>({ limits, store, clock })
      expect(await limiter.check({ user: 'ann', all: 'everybody' })).toMatchObject({
        allowed: true,
        remaining: 0,
        refusedBy: [],
      })
      for (let count = 0; count < 19; count++) {
        expect(await limiter.check({ user: 'ann', all: 'everybody' })).toMatchObject({
          allowed: false,
          refusedBy: ['user'],
        })
      }
      const { limits: byName } = await limiter.check({ user: 'ben', all: 'everybody' })
      expect(byName).toMatchObject({ user: { allowed: true, remaining: 0 }, all: { remaining: 8 } })
    })
  })
}
