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
  let tightest: Tightest | undefined
  for (const told of decisions) {
    const candidate = candidateOf(told)
    if (candidate !== undefined && (tightest === undefined || isTighter(candidate, tightest)))
      tightest = candidate
  }
  return tightest
}

function candidateOf(told: PolicyDecision): Tightest | undefined {
  const { policy, decision } = told
  const resetMs = effectiveWindowMs(told)
  if (decision === undefined || resetMs === undefined) return undefined
  return { policy, available: availableUnits(decision), resetMs, refused: decision.allowed === false }
}

function isTighter(one: Tightest, other: Tightest): boolean {
  const byUnit = Number(countsRequests(other.policy)) - Number(countsRequests(one.policy))
  const byRefusal = Number(other.refused) - Number(one.refused)
  return (byUnit || one.available - other.available || byRefusal || other.resetMs - one.resetMs) < 0
}

function countsRequests({ unit }: RateLimitPolicy): boolean {
  return unit === DEFAULT_UNIT || unit === DEFAULT_UNIT_IN_REGISTRY
}
