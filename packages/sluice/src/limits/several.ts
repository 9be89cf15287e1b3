import type { Decision } from '../algorithms/transition.ts'

/** The answer to one request under several limits: all pass and all are charged, or none is. */
export interface SeveralDecision extends Decision {
  /** The names of the limits that refused, in the order they were declared. */
  readonly refusedBy: readonly string[]
  /** Each limit's own numbers. */
  readonly limits: Readonly<Record<string, Decision>>
}

/**
 * One decision from those of several limits. `limit` and `remaining` are those of the tightest limit, the one with the
 * fewest units left; the waits are the shortest after which the answer of all of them together changes.
 */
export function combine(names: readonly string[], decisions: readonly Decision[]): SeveralDecision {
  const refused = decisions.filter(({ allowed }) => !allowed)
  const remaining = Math.min(...decisions.map((decision) => decision.remaining))
  const tightest = decisions.filter((decision) => decision.remaining === remaining)
  return {
    allowed: refused.length === 0,
    limit: tightest[0]?.limit ?? 0,
    remaining,
    retryAfterMs: longest(refused, 'retryAfterMs'),
    resetAfterMs: longest(decisions, 'resetAfterMs'),
    // A limit that is full holds the sum down for good, as no wait gives it more.
    replenishAfterMs: tightest.some(({ replenishAfterMs }) => replenishAfterMs === 0)
      ? 0
      : longest(tightest, 'replenishAfterMs'),
    delayMs: refused.length === 0 ? longest(decisions, 'delayMs') : 0,
    never: refused.some(({ never }) => never),
    refusedBy: names.filter((_, index) => decisions[index]?.allowed === false),
    limits: Object.fromEntries(names.map((name, index) => [name, decisions[index] as Decision])),
  }
}

type Wait = 'retryAfterMs' | 'resetAfterMs' | 'replenishAfterMs' | 'delayMs'

function longest(decisions: readonly Decision[], wait: Wait): number {
  return Math.max(0, ...decisions.map((decision) => decision[wait]))
}
