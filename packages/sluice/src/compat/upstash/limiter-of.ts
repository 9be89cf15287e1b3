import { createLimiter } from '../../limiter/create-limiter.ts'
import type { Limiter } from '../../limiter/limiter.ts'
import type { Limit } from '../../limits/limit.ts'
import { redisStore } from '../../stores/redis/index.ts'
import type { Mode, Store } from '../../stores/store.ts'
import type { RatelimitConfig } from './options.ts'
import { isRestClient, restScripting } from './rest-scripting.ts'

const DEFAULT_TIMEOUT_MS = 5000
const LONGEST_MS = 2 ** 31 - 1

/** Stores and limiters of one client, by their options: instances that are made for one request share them. */
interface OfClient {
  readonly stores: Map<string, Store<'async'>>
  readonly limiters: Map<string, Limiter<Mode>>
}

const clients = new WeakMap<object, OfClient>()

/** The limiter for a limit: one in this process, or the one that all instances with this client share. */
export function limiterOf(limit: Limit, config: RatelimitConfig): Limiter<Mode> {
  const { redis, clock, onStoreFailure = 'allow', timeout = DEFAULT_TIMEOUT_MS, ephemeralCache } = config
  if (redis === undefined) return createLimiter<Mode>({ limit, ...(clock && { clock }) })
  const { stores, limiters } = known(clients, redis, () => ({ stores: new Map(), limiters: new Map() }))
  const isRemembering = ephemeralCache !== false
  const kind = `${timeout} ${isRemembering}`
  const store = known(stores, kind, () =>
    redisStore(isRestClient(redis) ? restScripting(redis) : redis, {
      deadlineMs: timeout > 0 ? timeout : LONGEST_MS,
      ...(!isRemembering && { refusalMemory: false }),
    }),
  )
  return known(limiters, `${kind} ${onStoreFailure} ${limit.summary}`, () =>
    createLimiter<Mode>({ limit, store, onStoreFailure, name: nameOf(limit) }),
  )
}

/** The same limit has the same name in every process. */
function nameOf({ summary }: Limit): string {
  return `upstash/${summary.replaceAll(/[^A-Za-z0-9._:/-]+/g, '-')}`.slice(0, 100)
}

function known<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
