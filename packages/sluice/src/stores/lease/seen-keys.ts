import type { Moment, Stopwatch } from '../stopwatch.ts'

/** The keys that passed lately, so many at most; the one that was noted first goes first. */
export class SeenKeys {
  readonly #most: number
  readonly #lifeMs: number
  readonly #stopwatch: Stopwatch
  readonly #moments = new Map<string, Moment>()

  constructor(most: number, lifeMs: number, stopwatch: Stopwatch) {
    this.#most = most
    this.#lifeMs = lifeMs
    this.#stopwatch = stopwatch
  }

  add(key: string): void {
    this.#moments.delete(key)
    this.#moments.set(key, this.#stopwatch.moment())
    if (this.#moments.size <= this.#most) return
    for (const oldest of this.#moments.keys()) {
      this.#moments.delete(oldest)
      return
    }
  }

  has(key: string): boolean {
    const moment = this.#moments.get(key)
    return moment !== undefined && this.#stopwatch.passedMs(moment) < this.#lifeMs
  }

  delete(key: string): void {
    this.#moments.delete(key)
  }
}
