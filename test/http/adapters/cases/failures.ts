import { createLimiter, fixedWindow, manualClock, type FailurePolicy } from 'sluice'
import { describe, expect, test } from 'vitest'
import { StoreGuard } from '../../../../packages/sluice/src/stores/failure/store-guard.ts'
import { faultyStore, type FaultyStore } from '../../../support/faulty-store.ts'
import { waitUntil } from '../../../support/redis/wait-until.ts'
import type { Harness } from '../harness.ts'
import { send, sendAndLeave } from '../send.ts'
import { minuteLimiter, PEER, remaining, running } from './running.ts'

/** Stores that answer later, or not; functions and applications that fail. */
export function failureCases(harness: Harness): void {
  describe('stores and failures', () => {
    test('a store that answers later decides just the same', () => {
      const rules = [
        { name: 'wide', limiter: sharedLimiter(faultyStore(), 9) },
        { name: 'narrow', limiter: sharedLimiter(faultyStore(), 1) },
      ]
      return running(harness, { rules }, async (port) => {
        expect((await send(port)).header('RateLimit')).toBe('"wide";r=8;t=60, "narrow";r=0;t=60')
        const refused = await send(port)
        expect([refused.status, refused.header('RateLimit')]).toEqual([
          429,
          '"wide";r=8;t=60, "narrow";r=0;t=60',
        ])
      })
    })

    test.each([
      ['allow', [200, 200], [undefined, undefined]],
      ['deny', [503, 503], ['1', '1']],
      ['local', [200, 429], [undefined, '60']],
    ] as const)('while its store is down a limiter does as it was told: %s', (policy, statuses, waits) => {
      const store = faultyStore()
      store.condition = 'failing'
      return running(harness, { limiter: sharedLimiter(store, 1, policy) }, async (port) => {
        const answers = [await send(port), await send(port)]
        expect(answers.map(({ status }) => status)).toEqual(statuses)
        expect(answers.map(({ header }) => header('Retry-After'))).toEqual(waits)
      })
    })

    test('a client that goes away while the store decides is not served, and gets its units back', async () => {
      const store = faultyStore()
      const limiter = createLimiter({ store: bareStore(store), limit, clock: manualClock(0) })
      const arrived: string[] = []
      await running(
        harness,
        { limits: [{ limiter }], onArrival: (path) => arrived.push(path) },
        async (port, app) => {
          await send(port, { path: '/first' })
          store.condition = 'hanging'
          const leave = sendAndLeave(port, { path: '/leaves' })
          await waitUntil('the store is asked', () => (store.calls === 2 ? true : undefined))
          leave()
          await waitUntil('the server sees it', () => (app.connections() === 0 ? true : undefined))
          store.condition = 'up'
          store.answerLate()
          await waitUntil('the unit is back', async () =>
            (await limiter.peek(PEER)).remaining === 8 ? true : undefined,
          )
          expect(arrived).toEqual(['/first'])
        },
      )
    })

    test('a function that fails leaves nothing charged, and does as was told: throw, allow or deny', async () => {
      const limiter = minuteLimiter(9)
      const errors: unknown[] = []
      const options = { limiter, cost: () => Number.NaN, onError: (error: unknown) => errors.push(error) }
      await running(harness, options, async (port) => {
        expect((await send(port)).status).toBe(500)
      })
      await running(harness, { ...options, onFailure: 'allow' }, async (port) => {
        expect((await send(port)).status).toBe(200)
      })
      await running(harness, { ...options, onFailure: 'deny' }, async (port) => {
        const { status, header } = await send(port)
        expect([status, header('Retry-After')]).toEqual([503, '1'])
      })
      expect(remaining(limiter)).toBe(9)
      expect(errors.length).toBeGreaterThanOrEqual(2)
    })

    // Bare handlers have nothing that answers for an application that fails.
    test.each(harness.keepsHeadersOfErrors ? [500] : [])(
      'an application that fails with %i tells where its client stands',
      (wanted) =>
        running(harness, { limiter: minuteLimiter(9) }, async (port) => {
          const { status, header } = await send(port, { path: '/throw' })
          expect([status, header('RateLimit')]).toEqual([wanted, '"default";r=8;t=60'])
        }),
    )
  })
}

const limit = fixedWindow({ limit: 9, window: '1m' })

function bareStore(store: FaultyStore) {
  return {
    name: 'test',
    mode: 'async',
    bind: (...args: Parameters<FaultyStore['bind']>) => store.bind(...args),
  } as const
}

function sharedLimiter(store: FaultyStore, units: number, onStoreFailure: FailurePolicy = 'local') {
  const guard = new StoreGuard('test')
  return createLimiter({
    store: {
      name: 'test',
      mode: 'async',
      bind: (limits, options) => guard.guard(store.bind(limits, options), limits, options),
    },
    limit: fixedWindow({ limit: units, window: '1m' }),
    clock: manualClock(0),
    onStoreFailure,
  })
}
