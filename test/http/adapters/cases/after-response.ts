import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../../support/redis/wait-until.ts'
import type { Harness, SuiteRequest } from '../harness.ts'
import { send, sendAndLeave } from '../send.ts'
import { minuteLimiter, remaining, running } from './running.ts'

/** What becomes of a charge when the response is known. */
export function afterResponseCases(harness: Harness): void {
  describe('after the response', () => {
    test('failures alone stay charged, where those are counted', async () => {
      const limiter = minuteLimiter(2)
      await running(harness, { limiter, count: 'failures' }, async (port) => {
        for (let sent = 0; sent < 5; sent++) expect((await send(port)).status).toBe(200)
        await becomes(() => remaining(limiter), 2)
        await send(port, { path: '/status/401' })
        await send(port, { path: '/throw' })
        expect((await send(port)).status).toBe(429)
      })
    })

    test('successes alone stay charged, where those are counted', async () => {
      const limiter = minuteLimiter(2)
      await running(harness, { limiter, count: 'successes' }, async (port) => {
        await send(port, { path: '/status/500' })
        await becomes(() => remaining(limiter), 2)
        await send(port)
        expect(remaining(limiter)).toBe(1)
      })
    })

    test('an application says itself what a failure is', async () => {
      const limiter = minuteLimiter(5)
      const options = { limiter, count: 'failures', isFailure: (status: number) => status === 401 } as const
      await running(harness, options, async (port) => {
        await send(port, { path: '/status/401' })
        expect((await send(port, { path: '/status/404' })).status).toBe(404)
        await becomes(() => remaining(limiter), 4)
      })
    })

    test('an estimate is settled to the real cost', async () => {
      const limiter = minuteLimiter(100)
      await running(harness, { limiter, cost: 10, settle: realCost }, async (port) => {
        const { header } = await send(port, { headers: { 'X-Used': '3' } })
        expect(header('RateLimit')).toBe('"default";r=90;t=60')
        await becomes(() => remaining(limiter), 97)
        await send(port, { headers: { 'X-Used': '60' } })
        await becomes(() => remaining(limiter), 37)
      })
    })

    test('a client that goes away while it is answered stays charged, and its real cost is settled', async () => {
      const [failures, settled] = [minuteLimiter(5), minuteLimiter(100)]
      const statuses: number[] = []
      const options = {
        rules: [
          { name: 'failures', limiter: failures, count: 'failures' },
          {
            name: 'settled',
            limiter: settled,
            cost: 10,
            settle: (_: unknown, status: number) => statuses.push(status) * 4,
          },
        ],
      } as const
      const arrived: string[] = []
      await running(harness, { limits: [options], onArrival: (path) => arrived.push(path) }, async (port) => {
        const leave = sendAndLeave(port, { path: '/hang' })
        await becomes(() => arrived.length, 1)
        leave()
        await becomes(() => remaining(settled), 96)
        expect([remaining(failures), statuses]).toEqual([4, [499]])
      })
    })
  })
}

function realCost(request: SuiteRequest): number {
  return Number(request.header('x-used'))
}

/** What follows a response may come a moment after the client has read it. */
async function becomes(read: () => number, wanted: number): Promise<void> {
  await waitUntil(`${read()} should become ${wanted}`, () => (read() === wanted ? true : undefined), {
    everyMs: 2,
  })
}
