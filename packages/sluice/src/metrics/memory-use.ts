import { SluiceError } from '../errors.ts'
import type { LimiterStats } from '../limiter/limiter.ts'
import type { LimitStats } from '../stores/store.ts'

/** What tells how much it holds, if its store can. */
export interface WithStats {
  stats(): LimiterStats | Promise<LimiterStats>
}

/** What a limiter holds in this process, asked for when metrics are read. */
export class MemoryUse {
  readonly #limiter: WithStats
  #isInProcess = true
  /** Evictions of each limit before anybody counted them. */
  readonly #before: ReadonlyMap<string, number>

  constructor(limiter: WithStats) {
    this.#limiter = limiter
    const stats = Object.entries(this.#ask()?.limits ?? {})
    this.#before = new Map(stats.map(([limit, { evictions }]) => [limit, evictions]))
  }

  /** For each limit by its name, with the evictions since this was made; nothing where state is kept elsewhere. */
  read(): readonly (readonly [limit: string, stats: LimitStats])[] {
    if (!this.#isInProcess) return []
    const stats = Object.entries(this.#ask()?.limits ?? {})
    return stats.map(([limit, own]) => [limit, { ...own, evictions: this.#evictionsOf(limit, own) }] as const)
  }

  /** A limiter that was closed or restored has begun again at 0. */
  #evictionsOf(limit: string, { evictions }: LimitStats): number {
    const before = this.#before.get(limit) ?? 0
    return evictions >= before ? evictions - before : evictions
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
