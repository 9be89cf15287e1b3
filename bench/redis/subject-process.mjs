// node subject-process.mjs SUBJECT PORT DB KEYS, forked: one subject in a process of its own. It makes every key, and then
// measures for as long, and with as many calls under way, as each message says.
import { Redis } from 'ioredis'
import { keyCutter, makeKey } from '../memory/keys.mjs'
import { quantile } from '../support/statistics.mjs'
import { subjects } from './subjects.mjs'

const [name, port, db, keys] = process.argv.slice(2)
const WARMING_CALLERS = 512
/** Before every measurement, so that it begins with warm code and calls under way. */
const WARM_UP_MS = 200

const client = new Redis(Number(port), '127.0.0.1', { db: Number(db) })
const { call, look, command = 'script', decisionsInCall = 1 } = await subjects[name](client)
const nextKey = keyCutter('short ids', Number(keys))

async function makeAllKeys() {
  let next = 0
  const caller = async () => {
    while (next < Number(keys)) await call(makeKey('short ids', next++))
  }
  await Promise.all(Array.from({ length: WARMING_CALLERS }, caller))
}

/** How long each call took, in ms. */
async function callFor(ms, callers) {
  const took = []
  const endMs = performance.now() + ms
  const caller = async () => {
    for (let sinceMs = performance.now(); sinceMs < endMs;) {
      const answer = await call(nextKey())
      look?.(answer)
      const nowMs = performance.now()
      took.push(nowMs - sinceMs)
      sinceMs = nowMs
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return took
}

async function measure({ callers, ms }) {
  await callFor(WARM_UP_MS, callers)
  process.send({ warm: true })
  await new Promise((resolve) => process.once('message', resolve))
  const cpu = process.cpuUsage()
  const startMs = performance.now()
  const took = await callFor(ms, callers)
  const seconds = (performance.now() - startMs) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const decisions = took.length * decisionsInCall
  process.send({
    decisions,
    decisionsPerSecond: decisions / seconds,
    nodeUs: (user + system) / decisions,
    p50Ms: quantile(took, 0.5),
    p99Ms: quantile(took, 0.99),
  })
}

process.on('disconnect', () => process.exit(0))
await makeAllKeys()
process.on('message', (message) => {
  if (message.measure) void measure(message.measure)
})
process.send({ command })
