const SPELL_MS = 1000
const FEWEST_CALLS = 20

/**
 * Counts how calls ended, and says when enough have failed: so many attempts in a row; or so many within a second,
 * with at least half of at least 20 calls. Counting a success takes no look at the clock.
 */
export class FailureTally {
  readonly #enough: number
  #inARow = 0
  #spellStartMs = -Infinity
  #attempts = 0
  #failures = 0
  #successes = 0

  constructor(enough: number) {
    this.#enough = enough
  }

  succeeded(): void {
    this.#inARow = 0
    this.#successes++
  }

  /** Whether that was enough. Of calls that were under way together only the first to fail is a new attempt. */
  failed(nowMs: number, isNewAttempt: boolean): boolean {
    if (nowMs - this.#spellStartMs >= SPELL_MS) {
      // The successes of before belong to no spell: those since its first failure are compared with the failures.
      this.#spellStartMs = nowMs
      this.#attempts = this.#failures = this.#successes = 0
    }
    this.#failures++
    if (isNewAttempt) {
      this.#inARow++
      this.#attempts++
    }
    const calls = this.#failures + this.#successes
    const isHalf = calls >= FEWEST_CALLS && 2 * this.#failures >= calls
    return this.#inARow >= this.#enough || (isHalf && this.#attempts >= this.#enough)
  }

  clear(): void {
    this.#inARow = 0
    this.#spellStartMs = -Infinity
  }
}
