/** What may be wrong with the setting that requests arrive in: proxies, addresses, and limiters that count twice. */
import { parseIpv4, parseIpv6 } from '../../http/client-address/address.ts'
import type { ExpressRequest } from './express-types.ts'
import { ValidationError } from './problem.ts'
import type { Store } from './store.ts'

export function oddAddress(ip: string | undefined): ValidationError | undefined {
  if (ip === undefined) {
    return new ValidationError(
      'ERR_ERL_UNDEFINED_IP_ADDRESS',
      'The request has no address: its connection may be gone, or something stands before Express that hides it.',
    )
  }
  if (parseIpv4(ip) ?? parseIpv6(ip)) return undefined
  return new ValidationError(
    'ERR_ERL_INVALID_IP_ADDRESS',
    `The address of the request, ${ip}, is none; make the key with a keyGenerator.`,
  )
}

export function trustsEverybody({ app }: ExpressRequest): ValidationError | undefined {
  if (app.get('trust proxy') !== true) return undefined
  return new ValidationError(
    'ERR_ERL_PERMISSIVE_TRUST_PROXY',
    "'trust proxy' is true, so every client chooses its own address; name the proxies instead.",
  )
}

export function ignoresForwardedFor({ headers, app }: ExpressRequest): ValidationError | undefined {
  if (!headers['x-forwarded-for'] || app.get('trust proxy') !== false) return undefined
  return new ValidationError(
    'ERR_ERL_UNEXPECTED_X_FORWARDED_FOR',
    "X-Forwarded-For is sent but 'trust proxy' is off: behind a proxy all clients then share one key.",
  )
}

export function ignoresForwarded({ headers, ip, socket }: ExpressRequest): ValidationError | undefined {
  if (!headers['forwarded'] || ip !== socket?.remoteAddress) return undefined
  return new ValidationError(
    'ERR_ERL_FORWARDED_HEADER',
    'Forwarded is sent, which Express does not read; make the key with a keyGenerator.',
  )
}

export function oddHits(hits: unknown): ValidationError | undefined {
  if (Number.isInteger(hits) && (hits as number) >= 1) return undefined
  return new ValidationError(
    'ERR_ERL_INVALID_HITS',
    `The store must count in whole numbers of at least 1; it said ${String(hits)}.`,
  )
}

const stores = new WeakSet<object>()

export function sharedStore(store: Store): ValidationError | undefined {
  const isShared = stores.has(store)
  stores.add(store)
  if (!isShared) return undefined
  const prefix = store.localKeys ? '' : ', with a prefix of its own,'
  return new ValidationError(
    'ERR_ERL_STORE_REUSE',
    `Two limiters use one store and count into each other; make one${prefix} for each.`,
  )
}

const counted = new WeakMap<object, Map<unknown, Set<string>>>()

export function countedTwice(request: object, store: Store, key: string): ValidationError | undefined {
  const byStore = counted.get(request) ?? new Map<unknown, Set<string>>()
  counted.set(request, byStore)
  const place = store.localKeys ? store : store.constructor.name
  const keys = byStore.get(place) ?? new Set<string>()
  byStore.set(place, keys)
  const prefixed = `${store.prefix ?? ''}${key}`
  const isKnown = keys.has(prefixed)
  keys.add(prefixed)
  if (!isKnown) return undefined
  return new ValidationError('ERR_ERL_DOUBLE_COUNT', `One request was counted twice under ${key}.`)
}

export function madeWhileServing(stack: string | undefined, store: Store): ValidationError | undefined {
  // How Express 4 and 5 call their handlers.
  if (!/Layer\.(?:handle \[as handle_request\]|handleRequest)/.test(stack ?? '')) return undefined
  const usually = store.localKeys ? '' : 'usually '
  return new ValidationError(
    'ERR_ERL_CREATED_IN_REQUEST_HANDLER',
    `The limiter is made anew for a request and so ${usually}forgets the last one; make it once, at the start.`,
  )
}
