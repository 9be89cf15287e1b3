/** The two Lists that `draft-11` and `next` share but for their letters: one item a policy in each. */
import { writeBytes } from '../structured-fields/write.ts'
import { availableUnits, effectiveWindowMs, wholeSeconds } from './effective-window.ts'
import type { StandingLetters } from './letters.ts'
import type { PolicyDecision } from './policy-decision.ts'
import type { RateLimitPolicy } from './rate-limit-policy.ts'

/** The value of `RateLimit-Policy`, empty if there is no policy. A policy met twice is told once. */
export function policyList(decisions: readonly PolicyDecision[]): string {
  const [first] = decisions
  if (first !== undefined && decisions.length === 1) return first.policy.writtenItem
  return policiesOf(decisions)
    .map(({ writtenItem }) => writtenItem)
    .join(', ')
}

export function policiesOf(decisions: readonly PolicyDecision[]): readonly RateLimitPolicy[] {
  const [first] = decisions
  if (first !== undefined && decisions.length === 1) return [first.policy]
  return [...new Set(decisions.map(({ policy }) => policy))]
}

/** The value of `RateLimit`, empty if there is no decision. */
export function standingList(decisions: readonly PolicyDecision[], letters: StandingLetters): string {
  const [first] = decisions
  if (first?.decision !== undefined && decisions.length === 1) return standingItem(first, letters)
  return decisions
    .filter(({ decision }) => decision !== undefined)
    .map((decision) => standingItem(decision, letters))
    .join(', ')
}

function standingItem(told: PolicyDecision, letters: StandingLetters): string {
  const { policy, decision = { remaining: 0 }, partitionKey, cost } = told
  const windowMs = effectiveWindowMs(told)
  let item = `${policy.writtenName};${letters.available}=${availableUnits(decision)}`
  if (windowMs !== undefined) item += `;${letters.effectiveWindow}=${wholeSeconds(windowMs)}`
  if (letters.cost !== undefined && cost !== undefined) item += `;${letters.cost}=${cost}`
  if (partitionKey !== undefined) item += `;${letters.partitionKey}=${writeBytes(partitionKey)}`
  return item
}
