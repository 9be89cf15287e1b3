/** The same requests, over real sockets, against express-slow-down and `slowDown` of `sluice/compat/express-rate-limit`. */
import express from 'express'
import { slowDown as peerSlowDown, type Options } from 'express-slow-down'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { slowDown } from '../../packages/sluice/src/compat/express-rate-limit/index.ts'
import { SluiceError } from '../../packages/sluice/src/index.ts'
import { answersOf, type Asked } from './both-over-sockets.ts'

const START_MS = Date.UTC(2026, 2, 1, 12, 0, 0, 250)
const clock = { now: () => Date.now() }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Row {
  readonly name: string
  readonly options: () => Partial<Options>
  readonly asked: readonly Asked[]
  readonly property?: string
}

const times = (count: number, asked: Asked = {}): readonly Asked[] =>
  Array.from({ length: count }, () => asked)

describe('over sockets', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
  })

  const rows: readonly Row[] = [
    { name: 'defaults, up to a bound', options: () => ({ maxDelayMs: 2 }), asked: times(4) },
    {
      name: 'delayAfter',
      options: () => ({ windowMs: 10_000, delayAfter: 2, maxDelayMs: 1 }),
      asked: [...times(4), { afterMs: 10_000 }],
    },
    {
      name: 'delayAfter by request',
      options: () => ({ delayAfter: async (request) => Number(request.query['after']), maxDelayMs: 1 }),
      asked: times(3, { path: '/?after=2' }),
    },
    {
      name: 'delayMs by use',
      options: () => ({ delayAfter: 1, delayMs: async (used) => used / 2, validate: { delayMs: false } }),
      asked: times(4),
    },
    {
      name: 'delayMs as a number',
      options: () => ({ delayMs: 2, validate: { delayMs: false } }),
      asked: times(3),
    },
    { name: 'a delay below nothing', options: () => ({ delayMs: () => -5 }), asked: times(3) },
    {
      name: 'maxDelayMs by request',
      options: () => ({ maxDelayMs: async (request) => Number(request.query['most']) }),
      asked: [0, 3, 1].map((most) => ({ path: `/?most=${most}` })),
    },
    {
      name: 'headers, as if everything were refused',
      options: () => ({ maxDelayMs: 1, legacyHeaders: true, standardHeaders: 'draft-8' }),
      asked: times(2),
    },
    {
      name: 'requestPropertyName',
      options: () => ({ maxDelayMs: 1, requestPropertyName: 'slow' }),
      asked: times(2),
      property: 'slow',
    },
    {
      name: 'skipFailedRequests',
      options: () => ({ maxDelayMs: 1, skipFailedRequests: true }),
      asked: [...times(3, { path: '/?status=500' }), ...times(2)],
    },
    {
      name: 'keyGenerator and skip',
      options: () => ({
        maxDelayMs: 1,
        keyGenerator: (request) => request.query['who'] as string,
        skip: (request) => request.query['who'] === 'root',
      }),
      asked: ['ann', 'bob', 'ann', 'root', 'root'].map((who) => ({ path: `/?who=${who}` })),
    },
  ]

  test.each(rows)('$name', async ({ options, asked, property = 'slowDown' }) => {
    const application = { express, properties: [property] }
    const expected = await answersOf([peerSlowDown(options())], application, asked)
    vi.setSystemTime(START_MS)
    const found = await answersOf([slowDown({ clock, ...options() })], application, asked)

    expect(expected).toHaveLength(asked.length)
    expect(found).toEqual(expected)
  })
})

/** How a request stands before the middleware, without a server. */
function called(middleware: unknown) {
  const listeners: (() => void)[] = []
  const response = {
    once: (_: string, listener: () => void) => listeners.push(listener),
    on: (_: string, listener: () => void) => listeners.push(listener),
  }
  const next = vi.fn<() => void>()
  const handler = middleware as (request: unknown, response: unknown, next: () => void) => Promise<void>
  const request = { ip: '192.0.2.1', headers: {}, app: { get: () => false } }
  return {
    next,
    over: handler(request, response, next),
    close: () => listeners.forEach((listener) => listener()),
  }
}

describe('the wait', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test.each([
    ['express-slow-down', () => peerSlowDown()],
    ['sluice', () => slowDown({ clock })],
  ])('of %s grows by a second with each request beyond the first', async (_, make) => {
    const middleware = make()
    for (const waitMs of [0, 1000, 2000, 3000]) {
      const { next, over } = called(middleware)
      await over
      await vi.advanceTimersByTimeAsync(Math.max(0, waitMs - 1))
      expect(next).toHaveBeenCalledTimes(waitMs === 0 ? 1 : 0)
      await vi.advanceTimersByTimeAsync(1)
      expect(next).toHaveBeenCalledExactlyOnceWith()
    }
  })

  test.each([
    ['express-slow-down', () => peerSlowDown({ delayAfter: 0 })],
    ['sluice', () => slowDown({ delayAfter: 0, clock })],
  ])('of %s ends when the client goes away', async (_, make) => {
    const { next, over, close } = called(make())
    await over
    close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(next).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
  })
})

test.each([{ limit: 3 }, { max: 3 }, { maxDelayMs: 2 ** 31 }])('neither takes %j', (options) => {
  const given = options as unknown as Partial<Options>
  expect(() => peerSlowDown(given)).toThrow(Error)
  expect(() => slowDown(given)).toThrow(SluiceError)
})

test('both warn of a delayMs whose meaning has changed, unless that is switched off', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  for (const make of [peerSlowDown, slowDown]) {
    make({ delayMs: 5 })
    make({ delayMs: 5, validate: { delayMs: false } })
    make({ delayMs: 5, validate: false })
    make({ delayMs: () => 5 })
  }
  expect(warned.mock.calls.map(([problem]) => (problem as { code: string }).code)).toEqual([
    'WRN_ESD_DELAYMS',
    'WRN_ESD_DELAYMS',
  ])
})
