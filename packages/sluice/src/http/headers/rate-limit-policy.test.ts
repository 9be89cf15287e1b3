/** What a policy says of a limit, and what no header could say. */
import { describe, expect, test } from 'vitest'
import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../index.ts'
import { rateLimitPolicies, rateLimitPolicy } from './rate-limit-policy.ts'

describe('quota and window of a limit', () => {
  test.each<[string, Limit, number, number]>([
    [
      'a bucket: what it holds, and the time in which that much comes back',
      tokenBucket({ capacity: 20, rate: '5/s' }),
      20,
      4,
    ],
    ['rounded up, so that q / w is never above the rate', tokenBucket({ capacity: 7, rate: '3/s' }), 7, 3],
    ['less than a second counts as one', tokenBucket({ capacity: 1, rate: '10/s' }), 1, 1],
    ['GCRA as the token bucket', gcra({ burst: 100, rate: '100/min' }), 100, 60],
    ['a leaky bucket by its size', leakyBucket({ size: 100, rate: '50/s' }), 100, 2],
    ['a leaky bucket by its queue and the one beside it', leakyBucket({ queue: 9, rate: '5/s' }), 10, 2],
    ['a fixed window', fixedWindow({ limit: 5, window: '15m' }), 5, 900],
    [
      'a fixed window from the first request',
      fixedWindow({ limit: 5, window: '1500ms', align: 'first-request' }),
      5,
      2,
    ],
    ['a day', fixedWindow({ limit: 5, window: 'day', timeZone: 'Europe/Berlin' }), 5, 86_400],
    ['a week', fixedWindow({ limit: 5, window: 'week' }), 5, 604_800],
    [
      'a month has 31 days',
      fixedWindow({ limit: 5, window: 'month', timeZone: 'Australia/Sydney' }),
      5,
      2_678_400,
    ],
    ['a year has 366 days', fixedWindow({ limit: 5, window: 'year' }), 5, 31_622_400],
    ['a sliding log', slidingLog({ limit: 5, window: '10s' }), 5, 10],
    ['a sliding window counter', slidingWindowCounter({ limit: 5, window: '1m' }), 5, 60],
  ])('%s', (_, limit, quota, windowSeconds) => {
    expect(rateLimitPolicy({ name: 'p', limit })).toMatchObject({ quota, windowSeconds, unit: 'requests' })
  })
})

describe('a policy is refused', () => {
  const fine = { name: 'p', quota: 1, windowSeconds: 1 }

  test.each<[string, unknown, string, string]>([
    ['for a control character in its name', { ...fine, name: 'a\tb' }, 'ERR_INVALID_OPTION', 'name'],
    ['for a line break in its name', { ...fine, name: 'a\r\nSet-Cookie: b' }, 'ERR_INVALID_OPTION', 'name'],
    ['for a letter that is not ASCII', { ...fine, name: 'münchen' }, 'ERR_INVALID_OPTION', 'name'],
    [
      'for a name that readers need not take',
      { ...fine, name: 'a'.repeat(1025) },
      'ERR_INVALID_OPTION',
      'name',
    ],
    ['without a name', { quota: 1 }, 'ERR_INVALID_OPTION', 'name'],
    ['for such a unit', { ...fine, unit: 'größe' }, 'ERR_INVALID_OPTION', 'unit'],
    ['without a quota', { name: 'p' }, 'ERR_INVALID_NUMBER', 'quota'],
    ['for a negative quota', { ...fine, quota: -1 }, 'ERR_INVALID_NUMBER', 'quota'],
    ['for a quota of 16 digits', { ...fine, quota: 1e15 }, 'ERR_INVALID_NUMBER', 'quota'],
    ['for a quota that is not whole', { ...fine, quota: 1.5 }, 'ERR_INVALID_NUMBER', 'quota'],
    ['for no window at all', { ...fine, windowSeconds: 0 }, 'ERR_INVALID_NUMBER', 'windowSeconds'],
    ['for half a second', { ...fine, windowSeconds: 0.5 }, 'ERR_INVALID_NUMBER', 'windowSeconds'],
    ['for a partition key in text', { ...fine, partitionKey: 'k' }, 'ERR_INVALID_OPTION', 'partitionKey'],
    [
      'for a partition key that readers need not take',
      { ...fine, partitionKey: new Uint8Array(16_385) },
      'ERR_INVALID_OPTION',
      'partitionKey',
    ],
    [
      'for a limit and numbers at once',
      { ...fine, limit: slidingLog({ limit: 1, window: '1s' }) },
      'ERR_INVALID_OPTION',
      'limit',
    ],
    ['for a limit that is none', { name: 'p', limit: { limit: 5 } }, 'ERR_INVALID_OPTION', 'limit'],
    [
      'for a limit that no header can tell',
      { name: 'p', limit: slidingLog({ limit: 1e15, window: '1s' }) },
      'ERR_INVALID_NUMBER',
      'quota',
    ],
    [
      'for an option that it does not have',
      { ...fine, window: 5 },
      'ERR_INVALID_OPTION',
      'rateLimitPolicy.window',
    ],
  ])('%s', (_, options, code, field) => {
    expect(() => rateLimitPolicy(options as never)).toThrow(expect.objectContaining({ code, field }))
  })

  test('for the name of another one, in any case of its letters', () => {
    const [day, hour, sameDay] = ['day', 'hour', 'DAY'].map((name) => ({ ...fine, name }))
    expect(() => rateLimitPolicies([day, hour, sameDay] as never)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'policies[2].name' }),
    )
    expect(rateLimitPolicies([day, hour] as never).map(({ name }) => name)).toEqual(['day', 'hour'])
  })
})

test('the largest numbers, a quota of 0 and a name of any printable text are fine', () => {
  const most = 999_999_999_999_999
  expect(rateLimitPolicy({ name: 'a "b" \\', quota: most, windowSeconds: most })).toMatchObject({
    quota: most,
  })
  expect(rateLimitPolicy({ name: 'closed', quota: 0 })).toMatchObject({ quota: 0, windowSeconds: undefined })
})
