import { HitCounter, type HitCounterOptions, type Hits } from '../hits/hit-counter.ts'

/** What the plugin is told of a key: hits in its window, and milliseconds until that ends. */
export interface FastifyHits {
  readonly current: number
  readonly ttl: number
}

type Callback = (error: Error | null, hits?: FastifyHits) => void

/** The settings of the plugin or of a route that matter to a store. */
export interface FastifyStoreSettings {
  readonly timeWindow?: unknown
  /** Whether each refused request starts the window anew. */
  readonly continueExceeding?: boolean
  /** Whether each refused request doubles the window and starts it anew. */
  readonly exponentialBackoff?: boolean
}

/** A route's settings, and which one it is. */
interface RouteSettings extends FastifyStoreSettings {
  readonly routeInfo?: { readonly method?: unknown; readonly url?: unknown }
}

export interface FastifyStoreOptions extends Omit<HitCounterOptions, 'name'> {
  /** The name under which a fleet shares the counts in a shared store. Default `'fastify-rate-limit'`. */
  readonly name?: string | undefined
}

/** A store of @fastify/rate-limit. */
export interface FastifyStore {
  /** Counts a hit, and tells where the key then stands. */
  incr(key: string, callback: Callback, timeWindow: number, max: number): void
  /** Tells where a key stands, and changes nothing. */
  read(key: string, callback: Callback): void
  /** The store of a route with settings of its own, which come with all else that the route is. */
  child(route: object): FastifyStore
}

/** Until when the plugin asks by a function, the window is only known with each request. */
const SOME_WINDOW_MS = 60_000

/** The longest that doubling makes a window: 278 years. */
const LONGEST_WINDOW_MS = 2 ** 43

/**
 * The engine as the `store` of @fastify/rate-limit 10 and 11, which makes the instance itself.
 *
 * @throws SluiceError what `createLimiter` throws, when the plugin makes its instance
 * @example
 * await app.register(rateLimit, { max: 100, store: fastifyStore({ store: redisStore(client) }) })
 */
export function fastifyStore(
  options: FastifyStoreOptions = {},
): new (settings: FastifyStoreSettings) => FastifyStore {
  return class extends EngineStore {
    constructor(settings: FastifyStoreSettings) {
      super(options, settings, '')
    }
  }
}

class EngineStore implements FastifyStore {
  readonly #options: FastifyStoreOptions
  readonly #settings: FastifyStoreSettings
  readonly #route: string
  readonly #counter: HitCounter

  constructor(options: FastifyStoreOptions, settings: FastifyStoreSettings, route: string) {
    const { timeWindow } = settings
    this.#options = options
    this.#settings = settings
    this.#route = route
    const windowMs = typeof timeWindow === 'number' && timeWindow >= 1 ? timeWindow : SOME_WINDOW_MS
    this.#counter = new HitCounter(windowMs, { ...options, name: options.name ?? 'fastify-rate-limit' })
  }

  incr(key: string, callback: Callback, timeWindow: number, max: number): void {
    const place = this.#route + key
    const windowMs = Math.max(1, timeWindow)
    const counted = () => {
      const hits = this.#counter.hit(place, 1, windowMs)
      return hits instanceof Promise
        ? hits.then((told) => this.#lengthened(place, told, windowMs, max))
        : this.#lengthened(place, hits, windowMs, max)
    }
    tell(counted, callback)
  }

  read(key: string, callback: Callback): void {
    tell(() => this.#counter.look(this.#route + key), callback)
  }

  child(route: object): FastifyStore {
    const settings = route as RouteSettings
    const { method = '', url = '' } = settings.routeInfo ?? {}
    return new EngineStore(this.#options, settings, `${this.#route}${String(method)}${String(url)}-`)
  }

  #lengthened(place: string, hits: Hits, windowMs: number, max: number): Hits | Promise<Hits> {
    const { continueExceeding, exponentialBackoff } = this.#settings
    if (hits.total <= max || (!continueExceeding && !exponentialBackoff)) return hits
    const doublings = continueExceeding ? 0 : hits.total - max - 1
    const longerMs = Math.min(windowMs * 2 ** doublings, LONGEST_WINDOW_MS)
    return this.#counter.restart(place, hits.total, longerMs)
  }
}

/** Calls back once, at once where the answer is there. What the callback throws is its own. */
function tell(ask: () => Hits | Promise<Hits>, callback: Callback): void {
  let answer: Hits | Promise<Hits>
  try {
    answer = ask()
  } catch (error) {
    callback(error as Error)
    return
  }
  if (answer instanceof Promise) {
    void answer.then(
      (hits) => callback(null, shown(hits)),
      (error: Error) => callback(error),
    )
  } else callback(null, shown(answer))
}

function shown({ total, resetAfterMs }: Hits): FastifyHits {
  return { current: total, ttl: resetAfterMs }
}
