import { SluiceError } from '../../errors.ts'
import { HitCounter, type HitCounterOptions, type Hits } from '../hits/hit-counter.ts'
import { keyText } from '../hits/key-text.ts'
import { wallDate } from '../hits/wall-date.ts'

/** How often a client was seen in its window, as express-rate-limit and hono-rate-limiter have it. */
export interface ClientRateLimitInfo {
  readonly totalHits: number
  readonly resetTime: Date
}

export interface HitStoreOptions extends Omit<HitCounterOptions, 'name'> {
  /**
   * What sets the keys of this limiter apart from those of others in a shared store: 1 to 100 letters, digits and
   * `. _ : / -`. Needed as soon as two limiters of the same window share a store. In this process no two share keys.
   */
  readonly prefix?: string | undefined
}

/**
 * The engine as the `store` of express-rate-limit (7 and 8) and of hono-rate-limiter. Windows start at a client's first
 * request, refused requests count, and the middleware decides: as with their own stores. Each limiter needs one of its own.
 *
 * @throws SluiceError what `createLimiter` throws, when the middleware tells its window
 * @example
 * rateLimit({ windowMs: 60_000, limit: 100, store: new HitStore({ store: redisStore(client), prefix: 'api' }) })
 */
export class HitStore {
  /** Whether keys are counted in this process only, so that no other limiter can count them too. */
  readonly localKeys: boolean
  readonly prefix: string
  readonly #options: HitStoreOptions
  #counter: HitCounter | undefined

  constructor(options: HitStoreOptions = {}) {
    this.#options = options
    this.prefix = options.prefix ?? ''
    this.localKeys = options.store?.mode !== 'async'
  }

  /** Called by the middleware, before anything else. */
  init({ windowMs }: { readonly windowMs: number }): void {
    const { prefix, ...options } = this.#options
    // Their windows end at a date, which holds no fraction of a millisecond.
    this.#counter = new HitCounter(Math.floor(windowMs), { ...options, name: prefix })
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    return infoOf(await this.#ready.hit(keyText(key)))
  }

  async decrement(key: string): Promise<void> {
    await this.#ready.takeBack(keyText(key))
  }

  /** `undefined` for a client without an open window. */
  async get(key: string): Promise<ClientRateLimitInfo | undefined> {
    const hits = await this.#ready.look(keyText(key))
    return hits.resetAfterMs === 0 ? undefined : infoOf(hits)
  }

  async resetKey(key: string): Promise<void> {
    await this.#ready.forget(keyText(key))
  }

  /** Forgets every client. Rejects with `ERR_NOT_SUPPORTED` for a shared store. */
  async resetAll(): Promise<void> {
    this.#ready.forgetAll()
  }

  /** There is no timer to stop. A client library is closed by who opened it. */
  shutdown(): void {
    if (this.localKeys) this.#counter?.forgetAll()
  }

  get #ready(): HitCounter {
    if (this.#counter !== undefined) return this.#counter
    throw new SluiceError('ERR_INVALID_OPTION', 'The store does not know its window yet; call init first.', {
      field: 'windowMs',
    })
  }
}

function infoOf({ total, atMs, resetAfterMs }: Hits): ClientRateLimitInfo {
  return { totalHits: total, resetTime: wallDate(atMs, resetAfterMs) }
}
