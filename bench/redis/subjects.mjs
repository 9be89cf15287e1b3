// What is measured, through one ioredis connection each: our limiter with each algorithm, the peers, and bare commands.
// Every subject takes a key and charges it one unit of 1,000 an hour, which no key uses up.
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
import { redisStore } from 'sluice/redis'
import { hotKeySubjects } from './hot-key-subjects.mjs'

const require = createRequire(import.meta.url)
const LIMIT = 1000
const HOUR_MS = 3_600_000
const RATE = { amount: LIMIT, periodMs: HOUR_MS }
const BATCH = 32

export const LIMITS = {
  gcra: gcra({ burst: LIMIT, rate: RATE }),
  'token-bucket': tokenBucket({ capacity: LIMIT, rate: RATE }),
  'leaky-bucket': leakyBucket({ size: LIMIT, rate: RATE }),
  'fixed-window': fixedWindow({ limit: LIMIT, window: HOUR_MS }),
  'sliding-window-counter': slidingWindowCounter({ limit: LIMIT, window: HOUR_MS }),
  'sliding-log': slidingLog({ limit: LIMIT, window: HOUR_MS }),
}

/** Long enough that no decision is made without the store: what is measured is the store. */
const DEADLINE_MS = 5000

function ours(options) {
  return (client) => {
    const limiter = createLimiter({ store: redisStore(client, { deadlineMs: DEADLINE_MS }), ...options })
    return { call: (key) => limiter.check(key), look: mustPass }
  }
}

/** A decision that was refused, or made without the store, would be measured for what it is not. */
function mustPass({ allowed, fallback }) {
  if (!allowed || fallback !== undefined) throw new Error('A decision was refused, or made without the store')
}

function tenLimits() {
  const limits = Array.from({ length: 10 }, (_, index) => [
    `limit-${index}`,
    gcra({ burst: LIMIT + index, rate: { amount: LIMIT + index, periodMs: HOUR_MS } }),
  ])
  return { limits: Object.fromEntries(limits) }
}

function bareIncr(client) {
  return { command: 'incr', call: (key) => client.incr(key) }
}

/** `evalsha` of a script that does nothing, with so many keys in a call. */
function bareEvalSha(keysInCall) {
  return async (client) => {
    const sha = await client.script('LOAD', 'return 1')
    const more = Array.from({ length: keysInCall - 1 }, (_, index) => `user:${index}`)
    return { decisionsInCall: keysInCall, call: (key) => client.evalsha(sha, keysInCall, key, ...more) }
  }
}

function rateLimiterFlexible(client) {
  const { RateLimiterRedis } = require('rate-limiter-flexible')
  const limiter = new RateLimiterRedis({ storeClient: client, points: LIMIT, duration: HOUR_MS / 1000 })
  return { call: (key) => limiter.consume(key) }
}

async function rateLimitRedis(client) {
  const { RedisStore } = require('rate-limit-redis')
  const store = new RedisStore({ sendCommand: (...args) => client.call(...args) })
  await store.init({ windowMs: HOUR_MS })
  return { call: (key) => store.increment(key) }
}

export const subjects = {
  ...Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, ours({ limit })])),
  'ten limits': ours(tenLimits()),
  INCR: bareIncr,
  EVALSHA: bareEvalSha(1),
  [`EVALSHA of ${BATCH} keys`]: bareEvalSha(BATCH),
  'rate-limiter-flexible': rateLimiterFlexible,
  'rate-limit-redis': rateLimitRedis,
  ...hotKeySubjects,
}

export const peers = ['rate-limiter-flexible', 'rate-limit-redis']
