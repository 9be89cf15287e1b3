import { manualClock } from 'sluice'
import { createPolicyLimiter, readPolicy } from 'sluice/policy'
import { describe, expect, test } from 'vitest'
import { curlLine } from './curl-line.ts'
import { sampleCheck } from './sample-check.ts'

const NOW_MS = Date.UTC(2026, 10, 30, 12, 34, 56)

const rule = (name: string, match: string, key: string, limits: string, more = '') =>
  `  - { name: ${name}, match: ${match}, key: ${key}, limits: [${limits}]${more} }\n`

function policyOf(...rules: string[]): ReturnType<typeof readPolicy> {
  return readPolicy(`version: 1\nrules:\n${rules.join('')}`)
}

describe('the sample check', () => {
  test.each([
    ['a path', rule('a', '{ path: /a/** }', '[client]', 'gcra: { burst: 7, rate: 1/s }')],
    [
      'a star within a path',
      rule('a', '{ path: /users/*/mail }', '[client]', 'gcra: { burst: 7, rate: 1/s }'),
    ],
    ['several methods', rule('a', '{ method: [PUT, POST] }', '[]', 'sliding-log: { limit: 3, window: 1m }')],
    ['a host', rule('a', '{ host: "*.example.com" }', '[host]', 'fixed-window: { limit: 9, window: 1h }')],
    [
      'an attribute of its own',
      rule('a', '{ plan: free }', '[tenant, user]', 'gcra: { burst: 2, rate: 1/s }'),
    ],
    [
      'two limits',
      rule('a', '{}', '[user]', 'gcra: { burst: 3, rate: 1/s }, sliding-log: { limit: 9, window: 1h }'),
    ],
    ['a queue', rule('a', '{}', '[]', 'leaky-bucket: { queue: 4, rate: 1/s }')],
  ])('for %s passes once, and is refused after that', (_, text) => {
    const policy = policyOf(text)
    const { attributes, cost, retryAfterMs } = sampleCheck(policy, NOW_MS)!
    const limiter = createPolicyLimiter(policy, { clock: manualClock(NOW_MS) })
    expect(limiter.check(attributes, { cost })).toMatchObject({ allowed: true })
    expect(limiter.check(attributes, { cost })).toMatchObject({
      allowed: false,
      refusedBy: ['a'],
      retryAfterMs,
    })
  })

  test('is of the rule that refuses longest, and takes no more than other rules have', () => {
    const policy = policyOf(
      rule('short', '{}', '[client]', 'gcra: { burst: 4, rate: 4/s }'),
      rule('long', '{ path: /a }', '[client]', 'sliding-log: { limit: 5, window: 1h }'),
      rule('other', '{ path: /b }', '[client]', 'sliding-log: { limit: 2, window: 2h }'),
    )
    expect(sampleCheck(policy, NOW_MS)).toMatchObject({
      attributes: { path: '/b' },
      cost: 2,
      refusedBy: ['other'],
    })
  })

  test('does not exist where every rule is on trial', () => {
    const trial = rule('a', '{}', '[]', 'gcra: { burst: 2, rate: 1/s }', ', mode: shadow')
    expect(sampleCheck(policyOf(trial), NOW_MS)).toBeUndefined()
  })
})

test('a line for a shell stays one argument, whatever the attributes hold', () => {
  const attributes = { path: "/it's" }
  const sample = { attributes, cost: 1, refusedBy: [], retryAfterMs: 0 }
  expect(curlLine('http://127.0.0.1:8080', sample)).toBe(
    "curl -i http://127.0.0.1:8080/v1/check -H 'Content-Type: application/json' " +
      String.raw`-d '{"attributes":{"path":"/it'\''s"},"cost":1}'`,
  )
})
