import { MAX_INTEGER } from '../structured-fields/write.ts'
import type { PolicyDecision, Told } from './policy-decision.ts'

/**
 * For how many milliseconds what remains is all that a client should use: `t` of draft-11, the reset of older dialects.
 * At least 1 where the request was refused; `undefined` where it is not known or has no end.
 */
export function effectiveWindowMs({ policy, decision }: PolicyDecision): number | undefined {
  if (decision === undefined) return undefined
  const ms = policy.returnsPiecemeal ? untilNextUnit(decision) : untilChange(decision)
  if (ms === undefined || !Number.isFinite(ms)) return undefined
  return Math.max(ms, decision.allowed === false ? 1 : 0)
}

/** Whole seconds, rounded up so that waiting for so long is never too short, and no more than headers carry. */
export function wholeSeconds(ms: number): number {
  return Math.min(Math.ceil(ms / 1000), MAX_INTEGER)
}

/** Units that would pass now, in the range of a structured field's Integer. */
export function availableUnits({ remaining }: Told): number {
  return remaining >= 1 ? Math.min(Math.floor(remaining), MAX_INTEGER) : 0
}

/**
 * A refused client is told no longer time than that after which it may come back, as draft-11 wants `Retry-After` not
 * to end before the effective window does.
 */
function untilChange(decision: Told): number | undefined {
  const { allowed, remaining, resetAfterMs, retryAfterMs = Infinity } = decision
  if (remaining < 1) return untilNextUnit(decision)
  return allowed === false && resetAfterMs !== undefined ? Math.min(resetAfterMs, retryAfterMs) : resetAfterMs
}

function untilNextUnit({ replenishAfterMs, resetAfterMs }: Told): number | undefined {
  return replenishAfterMs ?? resetAfterMs
}
