import { availableUnits, effectiveWindowMs } from './effective-window.ts'
import { DEFAULT_UNIT, DEFAULT_UNIT_IN_REGISTRY } from './letters.ts'
import type { PolicyDecision } from './policy-decision.ts'
import type { RateLimitPolicy } from './rate-limit-policy.ts'

/** The one decision that dialects without a list tell of. */
export interface Tightest {
  readonly policy: RateLimitPolicy
  readonly available: number
  readonly resetMs: number
  readonly refused: boolean
}

/**
 * The decision with the fewest units left, as draft-03 to -07 demand; of several such the one that refused, then the
 * one that takes longest. These dialects know neither units nor limits without a time: of those that count requests and
 * have a time one is taken, else of those that have a time.
 */
export function tightestOf(decisions: readonly PolicyDecision[]): Tightest | undefined {
  const known = decisions.flatMap((told): Tightest[] => {
    const resetMs = effectiveWindowMs(told)
    if (told.decision === undefined || resetMs === undefined) return []
    const refused = told.decision.allowed === false
    return [{ policy: told.policy, available: availableUnits(told.decision), resetMs, refused }]
  })
  const ofRequests = known.filter(({ policy }) => countsRequests(policy))
  return (ofRequests.length > 0 ? ofRequests : known).toSorted(byTightness)[0]
}

function byTightness(one: Tightest, other: Tightest): number {
  return (
    one.available - other.available ||
    Number(other.refused) - Number(one.refused) ||
    other.resetMs - one.resetMs
  )
}

function countsRequests({ unit }: RateLimitPolicy): boolean {
  return unit === DEFAULT_UNIT || unit === DEFAULT_UNIT_IN_REGISTRY
}
