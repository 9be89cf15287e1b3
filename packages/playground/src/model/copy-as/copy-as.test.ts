import { createPolicyLimiter, readPolicy } from 'sluice/policy'
import * as sluice from 'sluice'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneNames, type LaneName } from '../lane-name.ts'
import { limitOf } from '../limit-of.ts'
import { linkedSetup, type LaneSettings, type Setup } from '../setup.ts'
import { asPolicyYaml } from './as-policy-yaml.ts'
import { asTypeScript } from './as-typescript.ts'
import { durationText, rateText } from './exact-text.ts'

const anySpanMs = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom(1000, 60_000, 3_600_000, 86_400_000, 604_800_000))
    .map(([count, unitMs]) => count * unitMs),
)
const anyAmount = fc.integer({ min: 1, max: 100 })
const anySettings: fc.Arbitrary<LaneSettings> = fc.record(
  {
    limit: anyAmount,
    windowMs: anySpanMs,
    burst: anyAmount,
    rate: fc.record({ amount: anyAmount, periodMs: anySpanMs }),
    reading: fc.constantFrom('size' as const, 'queue' as const),
  },
  { requiredKeys: ['limit', 'windowMs', 'burst', 'rate'] },
)

function setupOf(name: LaneName, settings: LaneSettings, cost: number = 1): Setup {
  const setup = linkedSetup(5, 2000)
  return { ...setup, lanes: { ...setup.lanes, [name]: settings }, cost }
}

/** Runs a module that imports from sluice alone, and gives back what it calls `limiter` and `decision`. */
function run(text: string): { limiter: sluice.Limiter; decision: sluice.LimitDecision } {
  const body = text.replace(/^import \{(.*)\} from 'sluice'$/m, 'const {$1} = sluice')
  // oxlint-disable-next-line typescript/no-implied-eval -- what a visitor copies must run
  return new Function('sluice', `${body}\nreturn { limiter, decision }`)(sluice)
}

/** What tells two limits apart. The rules of fixed windows hold functions, which are never equal. */
function toldOf({ algorithm, summary }: sluice.Limit): readonly string[] {
  return [algorithm.name, summary]
}

test.each(laneNames)('%s as TypeScript makes the limit of the lane', (name) => {
  fc.assert(
    fc.property(anySettings, anyAmount, (settings, cost) => {
      const { limiter, decision } = run(asTypeScript(setupOf(name, settings, cost), name))
      expect(toldOf(limiter.limits['limit']!)).toEqual(toldOf(limitOf(name, settings)))
      expect(decision.limit).toBe(limitOf(name, settings).rule.limit)
    }),
  )
})

test.each(laneNames)('%s as a policy file is read as the limit of the lane', (name) => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const policy = readPolicy(asPolicyYaml(setupOf(name, settings), name))
      expect(policy.rules).toHaveLength(1)
      expect(policy.rules[0]).toMatchObject({ key: ['client'], mode: 'enforce' })
      expect(policy.rules[0]!.limits.map(({ limit }) => toldOf(limit))).toEqual([
        toldOf(limitOf(name, settings)),
      ])
    }),
  )
})

test('a policy file that was copied limits each client by itself', () => {
  const limiter = createPolicyLimiter(readPolicy(asPolicyYaml(linkedSetup(1, 60_000), 'sliding-log')))
  const check = (client: string) => limiter.check({ client }).allowed
  expect([check('192.0.2.1'), check('192.0.2.1'), check('192.0.2.2')]).toEqual([true, false, true])
})

test('durations and rates are written in the largest unit that is exact, and read back as they were', () => {
  expect([1, 999, 1000, 1500, 90_000, 3_600_000, 86_400_000].map(durationText)).toEqual([
    '1ms',
    '999ms',
    '1s',
    '1500ms',
    '90s',
    '1h',
    '1d',
  ])
  expect(rateText({ amount: 5, periodMs: 1000 })).toBe('5/s')
  expect(rateText({ amount: 5, periodMs: 2000 })).toBe('5/2s')
  fc.assert(
    fc.property(anyAmount, anySpanMs, (amount, periodMs) => {
      expect(sluice.parseDuration('window', durationText(periodMs))).toBe(periodMs)
      expect(sluice.parseRate('rate', rateText({ amount, periodMs }))).toEqual({ amount, periodMs })
    }),
  )
})
