import type { Decision } from '../../algorithms/transition.ts'
import type { Verdict } from '../store.ts'
import type { Moment } from '../stopwatch.ts'

/** A refusal as the store told it, and for how long it can be repeated here. */
export interface Refusal {
  readonly keys: readonly string[]
  readonly cost: number
  readonly verdict: Verdict
  /** When the question was sent; the store decided later. */
  readonly sent: Moment
  readonly lifeMs: number
}

/** A refusal lasts until its cost could pass or any number in it could change, but never longer than `maxMs`. */
export function refusalOf(
  keys: readonly string[],
  cost: number,
  verdict: Verdict,
  sent: Moment,
  maxMs: number,
): Refusal {
  let retryAfterMs = 0
  let lifeMs = maxMs
  for (const decision of verdict.decisions) {
    retryAfterMs = Math.max(retryAfterMs, decision.retryAfterMs)
    if (decision.replenishAfterMs > 0) lifeMs = Math.min(lifeMs, decision.replenishAfterMs)
  }
  return { keys, cost, verdict, sent, lifeMs: Math.min(lifeMs, retryAfterMs) }
}

/** The same refusal so much later. */
export function later({ atMs, decisions, blocked }: Verdict, passedMs: number): Verdict {
  return { atMs: atMs + passedMs, decisions: decisions.map((each) => laterDecision(each, passedMs)), blocked }
}

function laterDecision(decision: Decision, passedMs: number): Decision {
  const { allowed, limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never } = decision
  return {
    allowed,
    limit,
    remaining,
    retryAfterMs: Math.max(0, retryAfterMs - passedMs),
    resetAfterMs: Math.max(0, resetAfterMs - passedMs),
    replenishAfterMs: Math.max(0, replenishAfterMs - passedMs),
    delayMs,
    never,
  }
}
