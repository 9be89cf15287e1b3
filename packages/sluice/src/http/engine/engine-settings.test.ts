import { describe, expect, test } from 'vitest'
import { begun, engineOf, limiterOf, type TestRequest } from '../../../../../test/support/test-engine.ts'
import { gcra } from '../../limits/gcra.ts'
import type { RateLimitOptions } from './rate-limit-options.ts'

function noSession(): never {
  throw new Error('no session')
}

describe('what cannot be decided', () => {
  test('is thrown, passes or is refused with 503, as wanted', () => {
    const limiter = limiterOf()
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    expect(() => begun(engineOf({ limiter, key: noSession, onError }))).toThrow('no session')
    expect(begun(engineOf({ limiter, key: noSession, onError, onFailure: 'allow' })).action).toBe('pass')
    expect(begun(engineOf({ limiter, key: noSession, onError, onFailure: 'deny' })).refusal?.status).toBe(503)
    expect(errors).toHaveLength(2)
  })

  test('leaves nothing charged', () => {
    const limiter = limiterOf()
    const slowDown = { delayAfter: 0, delayMs: () => Number.NaN }
    expect(() => begun(engineOf({ limiter, slowDown }))).toThrow(/slowDown.delayMs/)
    const rules = [{ limiter }, { name: 'other', limiter: limiterOf(), cost: -1 }]
    expect(() => begun(engineOf({ rules }))).toThrow(/cost/)
    expect(limiter.peek('192.0.2.1').remaining).toBe(2)
  })
})

describe('options', () => {
  test.each([
    [{}, /takes a limiter/],
    [{ limiter: limiterOf(), limit: gcra({ burst: 1, rate: '1/s' }) }, /takes a limiter/],
    [{ limiter: limiterOf(), mode: 'dry' }, /mode must be/],
    [{ limiter: limiterOf(), name: 'a\nb' }, /name must be/],
    [{ limiter: limiterOf(), windowMs: 1000 }, /no option "windowMs"/],
    [{ limiter: limiterOf(), rules: [] }, /limiter does not go with rules/],
    [{ limiter: limiterOf(), skip: true }, /skip must be a function/],
    [{ limiter: limiterOf(), format: 'xml' }, /format must be/],
    [{ limiter: limiterOf(), maxWaiting: 0 }, /maxWaiting must be/],
  ])('that cannot be used are refused when the engine is built (%#)', (options, message) => {
    expect(() => engineOf(options as RateLimitOptions<TestRequest>)).toThrow(message)
  })
})
