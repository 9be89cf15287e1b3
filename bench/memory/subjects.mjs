// What is measured: our limiter with each algorithm, a bare loop over a Map, and the peers' in-memory stores.
// Each subject takes a key and charges it one unit of an allowance that is never used up within an hour.
import { createRequire } from 'node:module'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
} from 'sluice'

const require = createRequire(import.meta.url)
/** Never used up here. */
const MANY = 1_000_000_000
const HOUR_MS = 3_600_000
/** One unit comes back an hour, so that no key is as good as new again while it is measured. */
const RATE = { amount: 1, periodMs: HOUR_MS }
const MAX_KEYS = 20_000_000

function nothing() {}

function ours(limit) {
  const limiter = createLimiter({ limit, maxKeys: MAX_KEYS })
  return { limiter, call: (key) => limiter.check(key) }
}

/** GCRA over a Map of numbers with nothing around it: what a good engineer writes in ten minutes. */
function bareMap() {
  const tats = new Map()
  const intervalMs = RATE.periodMs / RATE.amount
  const burstMs = MANY * intervalMs
  return {
    call: (key) => {
      const now = Date.now()
      const tat = Math.max(tats.get(key) ?? now, now) + intervalMs
      const allowed = tat - now <= burstMs
      if (allowed) tats.set(key, tat)
      const remaining = Math.floor((burstMs - (tat - now)) / intervalMs)
      return { allowed, limit: MANY, remaining, retryAfterMs: 0, resetMs: tat - now }
    },
  }
}

export const subjects = {
  gcra: () => ours(gcra({ burst: MANY, rate: RATE })),
  'token-bucket': () => ours(tokenBucket({ capacity: MANY, rate: RATE })),
  'leaky-bucket': () => ours(leakyBucket({ size: MANY, rate: RATE })),
  'fixed-window': () => ours(fixedWindow({ limit: MANY, window: HOUR_MS })),
  'sliding-window-counter': () => ours(slidingWindowCounter({ limit: MANY, window: HOUR_MS })),
  'sliding-log': () => ours(slidingLog({ limit: 100, window: '1m' })),
  'gcra, refused': () => ours(gcra({ burst: 1, rate: RATE })),
  'bare Map': bareMap,
  'rate-limiter-flexible': () => {
    const { RateLimiterMemory } = require('rate-limiter-flexible')
    const limiter = new RateLimiterMemory({ points: MANY, duration: 3600 })
    return { isAsync: true, call: (key) => limiter.consume(key) }
  },
  'express-rate-limit': () => {
    const { MemoryStore } = require('express-rate-limit')
    const store = new MemoryStore()
    store.init({ windowMs: HOUR_MS })
    return { isAsync: true, call: (key) => store.increment(key) }
  },
  limiter: () => {
    const { TokenBucket } = require('limiter')
    const buckets = new Map()
    return {
      call: (key) => {
        let bucket = buckets.get(key)
        if (bucket === undefined) {
          bucket = new TokenBucket({ bucketSize: MANY, tokensPerInterval: MANY, interval: HOUR_MS })
          bucket.content = MANY
          buckets.set(key, bucket)
        }
        return bucket.tryRemoveTokens(1)
      },
    }
  },
  '@nestjs/throttler': () => {
    const { ThrottlerStorageService } = require('@nestjs/throttler')
    const storage = new ThrottlerStorageService()
    return { isAsync: true, call: (key) => storage.increment(key, HOUR_MS, 100, 0, 'default') }
  },
  '@fastify/rate-limit': () => {
    const LocalStore = require('@fastify/rate-limit/store/LocalStore.js')
    const store = new LocalStore(false, false, MAX_KEYS)
    return { call: (key) => store.incr(key, nothing, HOUR_MS, MANY) }
  },
  'hono-rate-limiter': () => {
    const { MemoryStore } = require('hono-rate-limiter')
    const store = new MemoryStore()
    store.init({ windowMs: HOUR_MS })
    return { call: (key) => store.increment(key) }
  },
}

export const peers = [
  'rate-limiter-flexible',
  'express-rate-limit',
  'limiter',
  '@nestjs/throttler',
  '@fastify/rate-limit',
  'hono-rate-limiter',
]
