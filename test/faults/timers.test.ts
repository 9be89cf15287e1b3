/** No timer decides anything, so none can fire early, overflow, or keep a process alive. */
import { describe, expect, test } from 'vitest'
import { createLimiter, fixedWindow, manualClock, slidingLog } from '../../packages/sluice/src/index.ts'
import { runNode } from '../support/node-process.ts'

// B22
describe.each([
  ['fixed window', fixedWindow({ limit: 5, window: '365d' })],
  ['fixed window from the first request', fixedWindow({ limit: 5, window: '365d', align: 'first-request' })],
  ['sliding log', slidingLog({ limit: 5, window: '365d' })],
])('%s', (_, limit) => {
  test('a window longer than 2^31 - 1 ms lasts to its end', () => {
    const clock = manualClock()
    const limiter = createLimiter({ limit, clock })
    limiter.check('key', { cost: 5 })
    for (const ms of [1000, 2_147_483_648, 31_535_999_999]) {
      clock.set(ms)
      expect(limiter.check('key').allowed).toBe(false)
    }
    clock.set(31_536_000_000)
    expect(limiter.check('key').allowed).toBe(true)
  })
})

// B22, B23
test('a process with limiters, long windows and blocks ends by itself, without a warning', () => {
  const ended = runNode(
    'createLimiter, fixedWindow, tokenBucket',
    `const quota = createLimiter({ limit: fixedWindow({ limit: 5, window: '365d' }) })
     const pace = createLimiter({ limit: tokenBucket({ capacity: 5, rate: '1/15m' }) })
     quota.block('another', '60d')
     console.log(quota.check('key').remaining, pace.check('key').remaining)`,
  )
  expect(ended).toEqual({ code: 0, stdout: '4 4\n', stderr: '' })
})

// B23: nothing has to be closed, but everything can be.
test('closing a limiter forgets its keys, and it goes on from there', () => {
  const limiter = createLimiter({ limit: slidingLog({ limit: 1, window: '15m' }) })
  limiter.check('key')
  limiter.block('blocked', '1h')
  limiter.close()
  expect(limiter.check('key').allowed).toBe(true)
  expect(limiter.check('blocked').allowed).toBe(true)
})
