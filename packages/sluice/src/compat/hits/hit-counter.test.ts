import { expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { redisStore } from '../../stores/redis/index.ts'
import { HitCounter, type HitCounterOptions } from './hit-counter.ts'
import { wallDate } from './wall-date.ts'

const away = () => Promise.reject(new Error('nobody there'))

/** Over a shared store that never answers. */
function without(options: HitCounterOptions): HitCounter {
  const store = redisStore({ isCluster: false, evalSha: away, evalText: away })
  return new HitCounter(1000, { store, clock: manualClock(1_700_000_000_000), ...options })
}

test('hits are counted past every limit, in a window that starts at the first', async () => {
  const clock = manualClock(1_700_000_000_123)
  const counter = new HitCounter(1000, { clock })
  expect(await counter.look('ann')).toMatchObject({ total: 0, resetAfterMs: 0 })
  expect(await counter.hit('ann')).toMatchObject({ total: 1, resetAfterMs: 1000 })
  clock.advance(999)
  expect(await counter.hit('ann', 1_000_000)).toMatchObject({ total: 1_000_001, resetAfterMs: 1 })
  clock.advance(1)
  expect(await counter.look('ann')).toMatchObject({ total: 0, resetAfterMs: 0 })
  expect(await counter.hit('ann')).toMatchObject({ total: 1, resetAfterMs: 1000 })
})

test('hits are taken back, never below none, and the window stays open', async () => {
  const counter = new HitCounter(1000, { clock: manualClock(0) })
  await counter.hit('ann', 3)
  expect(await counter.takeBack('ann')).toMatchObject({ total: 2 })
  expect(await counter.takeBack('ann', 5)).toMatchObject({ total: 0, resetAfterMs: 1000 })
  expect(await counter.takeBack('bob')).toMatchObject({ total: 0, resetAfterMs: 0 })
})

test('a window of another length is the next one that opens; restart opens it now', async () => {
  const clock = manualClock(0)
  const counter = new HitCounter(1000, { clock })
  await counter.hit('ann')
  clock.advance(400)
  expect(await counter.hit('ann', 1, 5000)).toMatchObject({ total: 2, resetAfterMs: 600 })
  expect(await counter.restart('ann', 7, 5000)).toMatchObject({ total: 7, resetAfterMs: 5000 })
})

test('without its store, a process that has a share counts for the others too', async () => {
  expect(await without({ localShare: 1 }).hit('ann')).toMatchObject({ total: 1 })
  const third = without({ localShare: 1 / 3 })
  expect([await third.hit('ann'), await third.hit('ann', 2)]).toMatchObject([{ total: 3 }, { total: 9 }])
})

test('without its store it throws where it must not guess, and counts nothing where everything passes', async () => {
  await expect(without({ onStoreFailure: 'deny' }).hit('ann')).rejects.toMatchObject({
    code: 'ERR_STORE_UNAVAILABLE',
  })
  const open = without({ onStoreFailure: 'allow' })
  expect([await open.hit('ann'), await open.hit('ann')]).toMatchObject([{ total: 1 }, { total: 1 }])
})

test('a decision by a clock that follows the time of day keeps its time; by any other it is counted from now', () => {
  const nowMs = Date.now()
  expect(wallDate(nowMs - 3, 1000).getTime()).toBe(nowMs + 997)
  const later = wallDate(5_000, 1000).getTime()
  expect(later).toBeGreaterThanOrEqual(nowMs + 1000)
  expect(later).toBeLessThanOrEqual(Date.now() + 1000)
})
