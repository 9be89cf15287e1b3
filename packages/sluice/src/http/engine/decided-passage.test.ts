import { describe, expect, test } from 'vitest'
import { manualSleep } from '../../../../../test/support/manual-sleep.ts'
import { begun, engineOf, limiterOf } from '../../../../../test/support/test-engine.ts'
import { manualClock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import { leakyBucket } from '../../limits/leaky-bucket.ts'

describe('after the response', () => {
  test('failures alone stay charged where failures are counted', () => {
    const limiter = limiterOf(2)
    const engine = engineOf({ limiter, count: 'failures' })
    const passage = begun(engine)
    expect(passage.follows).toBe('status')
    void passage.finished(200)
    void passage.finished(200)
    expect(limiter.peek('192.0.2.1').remaining).toBe(2)
    void begun(engine).finished(401)
    void begun(engine).aborted()
    expect(begun(engine).action).toBe('refuse')
  })

  test('units come back to the window that was charged, not to a later one', () => {
    const clock = manualClock(59_000)
    const limiter = limiterOf(2, clock)
    const engine = engineOf({ limiter, count: 'failures' })
    const passage = begun(engine)
    clock.set(61_000)
    begun(engine)
    void passage.finished(200)
    expect(limiter.peek('192.0.2.1').remaining).toBe(1)
  })

  test('an estimate is settled to the real cost, up, down or not at all', () => {
    const limiter = limiterOf(100)
    const engine = engineOf({ limiter, cost: 10, settle: ({ tokens }) => tokens })
    const used = () => 100 - limiter.peek('192.0.2.1').remaining
    const passage = begun(engine, { tokens: 4 })
    expect(passage.follows).toBe('end')
    void passage.finished(200)
    expect(used()).toBe(4)
    void begun(engine, { tokens: 30 }).finished(200)
    expect(used()).toBe(34)
    void begun(engine).finished(200)
    expect(used()).toBe(44)
    void begun(engine, { tokens: 6 }).aborted()
    expect(used()).toBe(50)
  })

  test('a cost of which nothing is known before is settled too', () => {
    const limiter = limiterOf(100)
    void begun(engineOf({ limiter, cost: 0, settle: () => 70 })).finished(200)
    expect(limiter.peek('192.0.2.1').remaining).toBe(30)
  })

  test('what fails then is told, not thrown', () => {
    const errors: unknown[] = []
    const engine = engineOf({
      limiter: limiterOf(),
      settle: () => -1,
      onError: (error) => errors.push(error),
    })
    void begun(engine).finished(200)
    expect(errors).toMatchObject([{ code: 'ERR_INVALID_COST' }])
  })
})

describe('requests that are held back', () => {
  const slowDown = { delayAfter: 1, delayMs: 100, maxDelayMs: 150 }

  test('wait for each unit above the first, up to the longest delay', async () => {
    const { sleep, wake } = manualSleep()
    const engine = engineOf({ limiter: limiterOf(4), slowDown }, sleep)
    const passages = Array.from({ length: 5 }, () => begun(engine))
    expect(passages.map(({ action, delayMs }) => [action, delayMs])).toEqual([
      ['pass', 0],
      ['delay', 100],
      ['delay', 150],
      ['delay', 150],
      ['refuse', 0],
    ])
    const wait = passages[1]?.wait()
    wake()
    expect(await wait).toBe(true)
  })

  test('leave, and get their units back, when their client goes away', async () => {
    const limiter = limiterOf(4)
    const { sleep, running } = manualSleep()
    const engine = engineOf({ limiter, slowDown, maxWaiting: 1 }, sleep)
    begun(engine)
    const passage = begun(engine)
    const wait = passage.wait()
    void passage.aborted()
    expect(await wait).toBe(false)
    expect(running()).toEqual([])
    expect(limiter.peek('192.0.2.1').remaining).toBe(3)
    expect(begun(engine).action).toBe('delay')
  })

  test('are refused with 503 and charged nothing where too many wait', () => {
    const limiter = limiterOf(4)
    const engine = engineOf({ limiter, slowDown, maxWaiting: 1 }, manualSleep().sleep)
    begun(engine)
    begun(engine)
    const full = begun(engine)
    expect([full.action, full.refusal?.status]).toEqual(['refuse', 503])
    expect(limiter.peek('192.0.2.1').remaining).toBe(2)
  })

  test('wait for their turn in a leaky bucket', () => {
    const limiter = createLimiter({ limit: leakyBucket({ queue: 2, rate: '10/s' }), clock: manualClock(0) })
    const engine = engineOf({ limiter }, manualSleep().sleep)
    expect([begun(engine), begun(engine), begun(engine)].map(({ delayMs }) => delayMs)).toEqual([0, 100, 200])
  })
})
