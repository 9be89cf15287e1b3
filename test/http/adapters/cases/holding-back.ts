import { createLimiter, leakyBucket, manualClock } from 'sluice'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../../support/redis/wait-until.ts'
import type { Harness } from '../harness.ts'
import { send, sendAndLeave } from '../send.ts'
import { minuteLimiter, remaining, running } from './running.ts'

/** Requests that wait before they go on. */
export function holdingBackCases(harness: Harness): void {
  describe('holding back', () => {
    test('delays those who come near their limit, and then answers them', async () => {
      const slowDown = { delayAfter: 1, delayMs: 1000, maxDelayMs: 25 }
      await running(harness, { limiter: minuteLimiter(3), slowDown }, async (port) => {
        await send(port)
        const startMs = performance.now()
        const { status, header } = await send(port)
        // Timers may count from the last turn of the event loop, and so end up to a millisecond early.
        expect(performance.now() - startMs).toBeGreaterThanOrEqual(24)
        expect([status, header('RateLimit')]).toEqual([200, '"default";r=1;t=60'])
        await send(port)
        expect((await send(port)).status).toBe(429)
      })
    })

    test('ends, and gives back, when the client goes away; its place is free again', async () => {
      const limiter = minuteLimiter(9)
      const slowDown = { delayAfter: 1, delayMs: 3_600_000, maxDelayMs: 3_600_000 }
      const arrived: string[] = []
      const limits = [{ limiter, slowDown, maxWaiting: 1 }]
      await running(harness, { limits, onArrival: (path) => arrived.push(path) }, async (port) => {
        await send(port, { path: '/first' })
        for (let round = 0; round < 2; round++) {
          const leave = sendAndLeave(port, { path: '/waits' })
          await becomes(limiter, 7)
          const full = await send(port)
          expect([full.status, full.header('Retry-After')]).toEqual([503, '3600'])
          expect(JSON.parse(full.body).type).toMatch(/#temporary-reduced-capacity$/)
          leave()
          await becomes(limiter, 8)
        }
        expect(arrived).toEqual(['/first'])
      })
    })

    test('lets a leaky bucket say when its requests go on', () => {
      const limit = leakyBucket({ queue: 1, rate: '50/s' })
      const limiter = createLimiter({ limit, clock: manualClock(0) })
      return running(harness, { limiter }, async (port) => {
        await send(port)
        const startMs = performance.now()
        expect((await send(port)).status).toBe(200)
        expect(performance.now() - startMs).toBeGreaterThanOrEqual(19)
        expect((await send(port)).status).toBe(429)
      })
    })
  })
}

async function becomes(limiter: ReturnType<typeof minuteLimiter>, wanted: number): Promise<void> {
  const what = `${wanted} units are left`
  await waitUntil(what, () => (remaining(limiter) === wanted ? true : undefined), { everyMs: 2 })
}
