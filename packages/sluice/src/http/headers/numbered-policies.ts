import { policiesOf } from './list-fields.ts'
import type { PolicyDecision } from './policy-decision.ts'
import type { RateLimitPolicy } from './rate-limit-policy.ts'

/**
 * Policies as draft-03 to -07 have them, named by their quota: `100;w=60`. No two may have the same number, so the one
 * that is told of goes before others of its number, and they need a window.
 */
export function numberedPolicies(decisions: readonly PolicyDecision[], told: RateLimitPolicy): string {
  const byQuota = new Map<number, number>()
  for (const { quota, windowSeconds } of policiesOf(decisions)) {
    if (windowSeconds !== undefined && !byQuota.has(quota)) byQuota.set(quota, windowSeconds)
  }
  if (told.windowSeconds !== undefined) byQuota.set(told.quota, told.windowSeconds)
  return [...byQuota].map(([quota, windowSeconds]) => `${quota};w=${windowSeconds}`).join(', ')
}
