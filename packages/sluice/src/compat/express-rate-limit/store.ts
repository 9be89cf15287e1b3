/** How often a client was seen, and when its window ends. */
export interface ClientRateLimitInfo {
  readonly totalHits: number
  readonly resetTime: Date | undefined
}

type Answered<T> = T | Promise<T>

/** A store for express-rate-limit: `HitStore` of `sluice/compat/stores`, or any that was written for it. */
export interface Store {
  init?(options: { readonly windowMs: number }): Answered<void>
  get?(key: string): Answered<ClientRateLimitInfo | undefined>
  increment(key: string): Answered<ClientRateLimitInfo>
  decrement(key: string): Answered<void>
  resetKey(key: string): Answered<void>
  resetAll?(): Answered<void>
  shutdown?(): Answered<void>
  readonly localKeys?: boolean
  readonly prefix?: string
}

/** A store from before version 6, which calls back. */
export interface LegacyStore {
  incr(
    key: string,
    callback: (error: Error | undefined, totalHits: number, resetTime: Date | undefined) => void,
  ): void
  decrement(key: string): void
  resetKey(key: string): void
  resetAll?(): void
}

const needed = ['increment', 'decrement', 'resetKey'] as const
const offered = ['resetAll', 'init'] as const

/**
 * A store that answers with promises, whichever kind was given.
 *
 * @throws TypeError if it is neither
 */
export function modernStore(given: Store | LegacyStore): Store {
  const store = isLegacy(given) ? promising(given) : given
  const has = (verb: keyof Store) => typeof store[verb] === 'function'
  const mayHave = (verb: keyof Store) => store[verb] === undefined || has(verb)
  if (needed.every(has) && offered.every(mayHave)) return store
  throw new TypeError('store must have the functions increment, decrement and resetKey.')
}

function isLegacy(store: Store | LegacyStore): store is LegacyStore {
  const { incr, increment } = store as Partial<Store & LegacyStore>
  return typeof incr === 'function' && typeof increment !== 'function'
}

function promising(legacy: LegacyStore): Store {
  return {
    increment: (key) =>
      new Promise((resolve, reject) => {
        legacy.incr(key, (error, totalHits, resetTime) => {
          if (error) reject(error)
          else resolve({ totalHits, resetTime })
        })
      }),
    decrement: (key) => legacy.decrement(key),
    resetKey: (key) => legacy.resetKey(key),
    resetAll: () => legacy.resetAll?.(),
  }
}
