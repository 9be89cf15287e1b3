import { fixedWindow } from '../../limits/fixed-window.ts'
import { gcra } from '../../limits/gcra.ts'
import { leakyBucket } from '../../limits/leaky-bucket.ts'
import { slidingLog } from '../../limits/sliding-log.ts'
import { slidingWindowCounter } from '../../limits/sliding-window-counter.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import type { Policy, Rule } from '../policy.ts'
const made: Record<string, any> = {
  'token-bucket': tokenBucket,
  gcra,
  'leaky-bucket': leakyBucket,
  'fixed-window': fixedWindow,
  'sliding-log': slidingLog,
  'sliding-window-counter': slidingWindowCounter,
}
export function policyOf(value: any): Policy {
  return {
    version: 1,
    rules: value.rules.map((rule: any): Rule => ({
      name: rule.name,
      match: Object.fromEntries(
        Object.entries(rule.match ?? {}).map(([k, v]) => [k, [v].flat().map(String)]),
      ),
      key: [rule.key ?? []].flat(),
      count: rule.count ?? 'all',
      onStoreFailure: rule.onStoreFailure ?? 'local',
      mode: rule.mode ?? 'enforce',
      limits: rule.limits.map((entry: any) => {
        const [[name, options]] = Object.entries(entry) as any
        return { name, limit: made[name](options) }
      }),
    })),
  }
}
