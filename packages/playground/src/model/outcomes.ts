import type { Decision } from 'sluice'

/** How a request ended: the numbers in the `outcomes` of a lane. */
export const Outcome = {
  allowed: 0,
  refused: 1,
  /** Allowed, after a wait. */
  queued: 2,
} as const

export function outcomeOf({ allowed, delayMs }: Decision): number {
  if (!allowed) return Outcome.refused
  return delayMs > 0 ? Outcome.queued : Outcome.allowed
}

/** One entry a request, in arrays that grow. */
export class OutcomeColumns {
  outcomes: Uint8Array<ArrayBuffer> = new Uint8Array(64)
  delays: Float64Array<ArrayBuffer> = new Float64Array(64)

  reserve(size: number): void {
    if (size <= this.outcomes.length) return
    const length = Math.max(size, 2 * this.outcomes.length)
    const { outcomes, delays } = this
    this.outcomes = new Uint8Array(length)
    this.outcomes.set(outcomes)
    this.delays = new Float64Array(length)
    this.delays.set(delays)
  }
}
