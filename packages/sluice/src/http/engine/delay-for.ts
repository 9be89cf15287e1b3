import type { Charge } from './charge.ts'

/** The longest of the delays that limits and slow-downs ask for, in whole milliseconds. */
export function delayFor<R>(request: R, charges: readonly Charge<R>[]): number {
  let longestMs = 0
  for (const { rule, decision } of charges) {
    if (rule.isShadow || decision === undefined) continue
    longestMs = Math.max(longestMs, decision.delayMs, rule.slowDown?.(decision, request) ?? 0)
  }
  return Math.ceil(longestMs)
}
