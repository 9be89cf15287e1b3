/** A shared store that is down or slow, over real sockets. What the guard does in detail is told beside its code. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLimiter, fixedWindow, type FailurePolicy } from '../../packages/sluice/src/index.ts'
import { startCountingServer, type CountingServer } from '../support/counting-server.ts'

const limit = fixedWindow({ limit: 10, window: '365d' })

let server: CountingServer

beforeEach(async () => {
  server = await startCountingServer()
})

// Calls that hang end here, long after their deadline; a rejection that nobody handles would fail the run.
afterEach(async () => {
  await server.stop().catch(() => undefined)
})

// B37
describe.each<[string, () => unknown, string]>([
  ['refuses connections', () => server.stop(), 'ERR_STORE_UNAVAILABLE'],
  ['accepts and never answers', () => server.hang(), 'ERR_STORE_TIMEOUT'],
])('a store that %s', (_, breakIt, code) => {
  test.each<[FailurePolicy, boolean]>([
    ['allow', true],
    ['deny', false],
    ['local', true],
  ])('is answered for under %s, once, and leaves nothing behind', async (policy, allowed) => {
    const store = server.store({ deadlineMs: 100 })
    const limiter = createLimiter({ limit, store, onStoreFailure: policy })
    const codes: string[] = []
    limiter.on('fallback', (event) => codes.push(event.code))
    await breakIt()
    expect(await limiter.check('key')).toMatchObject({ allowed, fallback: policy })
    expect(codes).toEqual([code])
    expect(store.guard.health().pending).toBe(0)
  })

  test('a service starts and answers without its store, and finds it when it comes', async () => {
    await breakIt()
    const limiter = createLimiter({
      limit,
      store: server.store({ deadlineMs: 20, breaker: { openMs: 10, maxOpenMs: 20 } }),
    })
    for (let hit = 0; hit < 5; hit++) expect((await limiter.check('key')).allowed).toBe(true)
    await server.stop().catch(() => undefined)
    await server.restart()
    while ((await limiter.peek('key')).fallback !== undefined) await delay(1)
    expect((await limiter.peek('key')).remaining).toBe(10)
  })
})

// B38
test('the fallback decides during an outage and the store before and after it, and no hit counts in both', async () => {
  const store = server.store({ deadlineMs: 1000, breaker: { openMs: 10, maxOpenMs: 20 } })
  const limiter = createLimiter({ limit, store })
  const changes: string[] = []
  limiter.on('error', ({ type }) => changes.push(type))
  limiter.on('recovered', ({ type }) => changes.push(type))

  for (let hit = 0; hit < 2; hit++) expect(await limiter.check('key')).not.toHaveProperty('fallback')
  await server.stop()
  for (let hit = 0; hit < 3; hit++) {
    expect(await limiter.check('key')).toMatchObject({ allowed: true, fallback: 'local', remaining: 9 - hit })
  }
  expect(changes).toEqual(['error'])

  await server.restart()
  while ((await limiter.peek('key')).fallback !== undefined) await delay(1)
  expect(changes).toEqual(['error', 'recovered'])
  const decision = await limiter.check('key')
  expect(decision).toMatchObject({ allowed: true, remaining: 7 })
  expect(decision).not.toHaveProperty('fallback')
})

test('a fleet that was told its share passes no more than the limit while the store is away', async () => {
  await server.stop()
  const fleet = Array.from({ length: 4 }, () =>
    createLimiter({
      limit,
      store: server.store({ peers: () => 4 }),
      clock: { now: () => 1_780_000_000_000 },
    }),
  )
  const answers = await Promise.all(
    fleet.flatMap((limiter) => Array.from({ length: 10 }, () => limiter.check('key'))),
  )
  // A quarter of 10 is 2 in each.
  expect(answers.filter(({ allowed }) => allowed).length).toBe(8)
})
