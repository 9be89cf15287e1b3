/** A setting that was not read throws when the limiter is built; it never means "no limit". */
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
} from '../../packages/sluice/src/index.ts'

const limits: readonly (readonly [string, string, (limit: number) => unknown])[] = [
  ['token bucket', 'capacity', (capacity) => tokenBucket({ capacity, rate: '1/s' })],
  ['GCRA', 'burst', (burst) => gcra({ burst, rate: '1/s' })],
  ['leaky bucket by size', 'size', (size) => leakyBucket({ size, rate: '1/s' })],
  ['leaky bucket by queue', 'queue', (queue) => leakyBucket({ queue, rate: '1/s' })],
  ['fixed window', 'limit', (limit) => fixedWindow({ limit, window: '1m' })],
  ['calendar window', 'limit', (limit) => fixedWindow({ limit, window: 'day' })],
  ['sliding log', 'limit', (limit) => slidingLog({ limit, window: '1m' })],
  ['sliding window counter', 'limit', (limit) => slidingWindowCounter({ limit, window: '1m' })],
]

// B60
describe.each(limits)('%s', (_, field, build) => {
  test.each([NaN, 'abc', '', '10', -1, Infinity, Number('1e400'), null])('%j is no limit', (value) => {
    expect(() => build(value as number)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_NUMBER',
        field,
        value,
        message: expect.stringContaining(field),
      }),
    )
  })
})

const windows: readonly (readonly [string, (window: number) => unknown])[] = [
  ['fixed window', (window) => fixedWindow({ limit: 1, window })],
  ['sliding log', (window) => slidingLog({ limit: 1, window })],
  ['sliding window counter', (window) => slidingWindowCounter({ limit: 1, window })],
]

// B60
describe.each(windows)('%s', (_, build) => {
  test.each([0, NaN, -5, '1 minutes', Infinity])('%j is no window', (value) => {
    expect(() => build(value as number)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_DURATION', field: 'window', value }),
    )
  })
})

// B60
test.each([undefined, null, 7, {}, ['a']])('%j is no key', (key) => {
  const limiter = createLimiter({ limit: slidingLog({ limit: 1, window: '1m' }) })
  expect(() => limiter.check(key as never)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }))
})
