import { problem, rateLimitWriter, type HeaderPair } from 'sluice/http'
import type { PolicyDecision, RuleDecision } from 'sluice/policy'

/** The response to a check. */
export interface CheckAnswer {
  readonly status: number
  readonly headers: readonly HeaderPair[]
  readonly body: string
}

const write = rateLimitWriter()

/**
 * A decision as a response: 200 if the request may pass, 429 if not. The body is the decision in both cases, whatever
 * `Accept` asks for: who called asked for a decision.
 */
export function checkAnswer(decision: PolicyDecision, settleId: string | undefined): CheckAnswer {
  const { allowed, told } = decision
  const headers: HeaderPair[] = [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
    ...write(told),
  ]
  const body = `${JSON.stringify(checkResult(decision, settleId))}\n`
  if (allowed) return { status: 200, headers, body }
  const refusal = problem(told)
  headers.push(...refusal.headers.filter(([name]) => name === 'Retry-After'))
  return { status: refusal.status, headers, body }
}

/** The decision as it stands in the body. A wait without an end becomes null, as JSON has no Infinity. */
function checkResult(decision: PolicyDecision, settleId: string | null = null): object {
  const { allowed, refusedBy, shadowRefusedBy, retryAfterMs, delayMs, never, rules } = decision
  return {
    allowed,
    refusedBy,
    shadowRefusedBy,
    retryAfterMs,
    delayMs,
    never,
    settleId,
    limits: rules.flatMap(limitsOf),
  }
}

function limitsOf({ rule, decision, shadow }: RuleDecision): object[] {
  return Object.entries(decision.limits).map(([name, standing]) => {
    const { allowed, limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never } =
      standing
    const numbers = { limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never }
    return { rule: rule.name, name, shadow, allowed, ...numbers }
  })
}
