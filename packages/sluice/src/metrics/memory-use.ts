import { SluiceError } from '../errors.ts'
import type { LimiterStats } from '../limiter/limiter.ts'
import type { LimitStats } from '../stores/store.ts'

/** What tells how much it holds, if its store can. */
export interface WithStats {
  stats(): LimiterStats | Promise<LimiterStats>
}

/** What a limiter holds in this process, asked for when metrics are read and not before. */
export class MemoryUse {
  readonly #limiter: WithStats
  #isInProcess = true

  constructor(limiter: WithStats) {
    this.#limiter = limiter
  }

  /** For each limit by its name; nothing where state is kept outside of this process. */
  read(): readonly (readonly [limit: string, stats: LimitStats])[] {
    if (!this.#isInProcess) return []
    const stats = this.#ask()
    return stats === undefined ? [] : Object.entries(stats.limits)
  }

  #ask(): LimiterStats | undefined {
    try {
      const answer = this.#limiter.stats()
      if (!(answer instanceof Promise)) return answer
      // Who answers later keeps its state elsewhere; that answer may fail, and nobody waits for it.
      answer.catch(() => undefined)
      this.#isInProcess = false
    } catch (error) {
      // Reading metrics must not fail; a store that has no such verb is not asked again.
      if (error instanceof SluiceError && error.code === 'ERR_NOT_SUPPORTED') this.#isInProcess = false
    }
    return undefined
  }
}
