import { randomUUID } from 'node:crypto'
import type { PolicyDecision } from 'sluice/policy'

/** For how long a check may be settled, in milliseconds. */
const OPEN_FOR_MS = 600_000

/** How many checks are kept open at most. */
const MOST_OPEN = 10_000

/** How much was sent for all open checks together at most, in bytes, as each keeps its attributes. */
const MOST_BYTES = 33_554_432

interface OpenCheck {
  readonly decision: PolicyDecision
  readonly bytes: number
  readonly untilMs: number
}

/**
 * Checks that were charged and whose outcome decides whether they stay so. Those that are not settled in time, or give
 * way to later ones, stay charged: it errs towards refusing.
 */
export class OpenChecks {
  /** In the order in which they were made. */
  readonly #checks = new Map<string, OpenCheck>()
  readonly #nowMs: () => number
  #bytes = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /**
   * Keeps a check open.
   *
   * @returns the name under which it can be settled, which nobody can guess
   */
  add(decision: PolicyDecision, bytes: number): string {
    const nowMs = this.#nowMs()
    const id = randomUUID()
    this.#checks.set(id, { decision, bytes, untilMs: nowMs + OPEN_FOR_MS })
    this.#bytes += bytes
    for (const [oldest, { untilMs }] of this.#checks) {
      if (untilMs > nowMs && this.#checks.size <= MOST_OPEN && this.#bytes <= MOST_BYTES) break
      this.#remove(oldest)
    }
    return id
  }

  /** The decision of an open check, which is then open no longer. */
  take(id: string): PolicyDecision | undefined {
    const check = this.#remove(id)
    return check !== undefined && check.untilMs > this.#nowMs() ? check.decision : undefined
  }

  #remove(id: string): OpenCheck | undefined {
    const check = this.#checks.get(id)
    if (check === undefined) return undefined
    this.#checks.delete(id)
    this.#bytes -= check.bytes
    return check
  }
}
