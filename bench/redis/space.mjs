// How many bytes does a key take in Redis, next to a plain string key with an expiry that holds the same number?
import { Redis } from 'ioredis'
import { createLimiter, manualClock } from 'sluice'
import { redisStore } from 'sluice/redis'
import { makeKey } from '../memory/keys.mjs'
import { infoNumber, withRedis } from './redis-server.mjs'
import { median } from '../support/statistics.mjs'
import { LIMITS, peers, subjects } from './subjects.mjs'

const KEYS = 1_000_000
const CALLERS = 512
const LOOKED_AT = 9
const HOUR_MS = 3_600_000
const EPOCH_MS = Date.UTC(2020, 0, 1)

const ways = {
  'plain string key': (client) => {
    const number = String(Date.now() - EPOCH_MS)
    return { call: (key) => client.set(key, number, 'PX', HOUR_MS) }
  },
  ...Object.fromEntries([...Object.keys(LIMITS), ...peers].map((name) => [name, subjects[name]])),
  'gcra, two generations': twoGenerations,
}

export async function space() {
  const rows = []
  for (const [name, way] of Object.entries(ways)) rows.push({ name, ...(await spaceOf(way)) })
  const [plain] = rows
  return rows.map((row) => ({ ...row, ofPlain: row.bytes / plain.bytes }))
}

function spaceOf(way) {
  return withRedis(async ({ port, admin }) => {
    const client = new Redis(port, '127.0.0.1')
    const { call, again } = await way(client)
    const usedBytes = async () => infoNumber(await admin.info('memory'), 'used_memory')
    const before = await usedBytes()
    await forAllKeys(call)
    if (again !== undefined)
      await again(
        () => forAllKeys(call),
        () => admin.dbsize(),
      )
    const bytes = ((await usedBytes()) - before) / KEYS
    const redisKeys = await admin.dbsize()
    const memoryUsage = await usageOfSome(admin)
    client.disconnect()
    return { bytes, redisKeys, memoryUsage }
  })
}

async function forAllKeys(call) {
  let next = 0
  const caller = async () => {
    while (next < KEYS) await call(makeKey('short ids', next++))
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/** The worst case: every key was used in the present generation of hashes and in the one before. */
function twoGenerations(client) {
  const clock = manualClock(Date.now())
  const limiter = createLimiter({
    store: redisStore(client, { clock, deadlineMs: 5000 }),
    limit: LIMITS.gcra,
  })
  return {
    call: (key) => limiter.check(key),
    async again(fill, countRedisKeys) {
      const hashes = await countRedisKeys()
      // A generation is at least as long as the longest reset, which is an hour here, and less than twice as long.
      while ((await countRedisKeys()) < 1.9 * hashes) {
        clock.advance(HOUR_MS)
        await fill()
      }
    },
  }
}

/** What MEMORY USAGE says of some of the keys in Redis, for each key of ours in them. */
async function usageOfSome(admin) {
  const usages = []
  while (usages.length < LOOKED_AT) {
    const key = await admin.randomkey()
    const isHash = (await admin.type(key)) === 'hash'
    const fields = isHash ? await admin.hlen(key) : 1
    usages.push({ fields, bytesAField: (await admin.memory('USAGE', key, 'SAMPLES', 0)) / fields })
  }
  const of = (figure) => median(usages.map((usage) => usage[figure]))
  return { fields: of('fields'), bytesAField: of('bytesAField') }
}

export function spaceText(rows) {
  return [
    `Bytes a key at ${KEYS.toLocaleString('en')} keys, as a multiple of a plain string key (used_memory; MEMORY USAGE of some)`,
    ...rows.map(({ name, ofPlain, bytes, redisKeys, memoryUsage: { fields, bytesAField } }) =>
      [
        name.padEnd(24),
        ofPlain.toFixed(2).padStart(5),
        bytes.toFixed(1).padStart(8),
        `${redisKeys.toLocaleString('en').padStart(10)} keys in Redis of ${fields},`,
        `${bytesAField.toFixed(1)} each`,
      ].join(' '),
    ),
    '',
  ]
}
