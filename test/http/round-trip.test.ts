/** What is told in a dialect is read as the same, whatever the policies and decisions are. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseRateLimit,
  rateLimitHeaders,
  rateLimitPolicy,
  type Dialect,
  type PolicyDecision,
} from '../../packages/sluice/src/http/index.ts'
import { lawRuns } from '../support/law-runs.ts'

const MAX = 999_999_999_999_999
const now = Date.UTC(2026, 10, 30, 12, 0, 0, 123)

const quota = fc.integer({ min: 0, max: MAX })
const policy = fc.record({
  name: fc.string({ unit: fc.constantFrom(...Array.from('aZ09 "\\;,=~')) }),
  quota,
  windowSeconds: fc.integer({ min: 1, max: MAX }),
  unit: fc.constantFrom('requests', 'content-bytes', 'acme "unit"'),
  partitionKey: fc.uint8Array({ maxLength: 20 }),
})
const told = fc
  .record({
    options: policy,
    remaining: quota,
    // Seconds beyond 10^9 look like a time of day, and are none of a wait that anybody is asked for.
    resetAfterMs: fc.integer({ min: 0, max: 999_999_999_000 }),
    partitionKey: fc.uint8Array({ maxLength: 20 }),
  })
  .map(({ options, remaining, resetAfterMs, partitionKey }): PolicyDecision & { decision: object } => ({
    policy: rateLimitPolicy(options),
    decision: { remaining, resetAfterMs },
    partitionKey,
  }))

const seconds = (ms = 0): number => Math.ceil(ms / 1000) * 1000

function read(decisions: readonly PolicyDecision[], dialect: Dialect) {
  return parseRateLimit(rateLimitHeaders(decisions, { dialect, now }), { now })
}

describe.each(['draft-11', 'next'] as const)('%s', (dialect) => {
  test('tells every policy and every limit', () => {
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 5 }), (decisions) => {
        const parsed = read(decisions, dialect)
        expect(parsed).toMatchObject({ dialect, ignored: [] })
        expect(parsed.policies).toEqual(
          decisions.map(({ policy: { name, quota: units, unit, windowSeconds, partitionKey } }) => ({
            name,
            quota: units,
            unit,
            windowSeconds,
            partitionKey,
          })),
        )
        expect(
          parsed.limits.map(({ policy: name, remaining, resetAfterMs, partitionKey }) => ({
            name,
            remaining,
            resetAfterMs,
            partitionKey,
          })),
        ).toEqual(
          decisions.map(({ policy: { name }, decision, partitionKey }) => ({
            name,
            remaining: decision?.remaining,
            resetAfterMs: seconds(decision?.resetAfterMs),
            partitionKey,
          })),
        )
      }),
      { numRuns: lawRuns },
    )
  })
})

describe.each(['draft-7', 'draft-6', 'draft-3', 'legacy', 'legacy-delta'] as const)('%s', (dialect) => {
  test('tells one limit', () => {
    fc.assert(
      fc.property(told, (decision) => {
        const { quota: units, windowSeconds } = decision.policy
        const parsed = read([decision], dialect)
        const { remaining, resetAfterMs = 0 } = decision.decision as {
          remaining: number
          resetAfterMs?: number
        }
        // A wait of nothing is told as a time that is up to a second away, since times are whole seconds.
        const wanted =
          dialect === 'legacy' ? Math.ceil((now + resetAfterMs) / 1000) * 1000 - now : seconds(resetAfterMs)
        expect(parsed).toMatchObject({
          // Where there is one policy, draft-03 looks like itself: its limit is a list.
          dialect,
          limits: [{ policy: `${units}`, limit: units, remaining, resetAfterMs: wanted }],
          ignored: [],
        })
        const policies = dialect.startsWith('draft') ? [{ quota: units, windowSeconds }] : []
        expect(parsed.policies).toMatchObject(policies)
      }),
      { numRuns: lawRuns },
    )
  })

  test('tells the tightest of several', () => {
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 5 }), (decisions) => {
        const ofRequests = decisions.filter(({ policy: { unit } }) => unit === 'requests')
        const candidates = (ofRequests.length > 0 ? ofRequests : decisions).map(
          ({ decision }) => decision?.remaining ?? 0,
        )
        expect(read(decisions, dialect).remaining).toBe(Math.min(...candidates))
      }),
      { numRuns: lawRuns },
    )
  })
})
