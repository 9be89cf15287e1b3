import type { LimitDecision, Limiter } from '../../limiter/limiter.ts'
import type { Mode } from '../../stores/store.ts'
import { keyText } from '../hits/key-text.ts'
import { wallDate } from '../hits/wall-date.ts'
import type { ClientRateLimitInfo, Store } from './store.ts'

/** What counting a request told. */
export interface Count extends ClientRateLimitInfo {
  /** The limit and its verdict, where counting decides. A store only counts. */
  readonly verdict?: { readonly limit: number; readonly allowed: boolean; readonly retryAfterMs: number }
  /** Takes the request back. */
  readonly undo: () => unknown
}

/** Counts requests: over a store of hits, or by a limiter that decides at once. */
export interface Meter {
  readonly count: (key: string) => Promise<Count>
  readonly get?: (key: string) => ClientRateLimitInfo | undefined | Promise<ClientRateLimitInfo | undefined>
  readonly resetKey: (key: string) => unknown
}

export function storeMeter(store: Store): Meter {
  return {
    async count(key) {
      const { totalHits, resetTime } = await store.increment(key)
      return {
        totalHits,
        // Stores may go on with the date that they hand out; what is taken back later belongs to this window.
        resetTime: resetTime && new Date(resetTime.getTime()),
        undo: () => store.decrement(key),
      }
    },
    ...(store.get && { get: store.get.bind(store) }),
    resetKey: store.resetKey.bind(store),
  }
}

export function limiterMeter(limiter: Limiter<Mode>): Meter {
  return {
    async count(key) {
      const whose = keyText(key)
      const decision = await limiter.check(whose)
      const { limit, allowed, retryAfterMs, atMs, fallback } = decision
      return {
        ...infoOf(decision),
        verdict: { limit, allowed, retryAfterMs },
        // A refusal has taken nothing.
        undo: () => allowed && limiter.refund(whose, { atMs, ...(fallback && { fallback }) }),
      }
    },
    async get(key) {
      const decision = await limiter.peek(keyText(key), { cost: 0 })
      return decision.resetAfterMs === 0 ? undefined : infoOf(decision)
    },
    resetKey: (key) => limiter.reset(keyText(key)),
  }
}

/** In hits of a window: what does not remain was used, and a refused request is one too many. */
function infoOf({ limit, remaining, allowed, atMs, resetAfterMs }: LimitDecision): ClientRateLimitInfo {
  return {
    totalHits: allowed ? limit - remaining : limit + 1,
    resetTime: wallDate(atMs, resetAfterMs),
  }
}
