// How many more decisions a second does a key get that everybody asks about, if units are taken in advance?
import { setImmediate } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { leasedLimiter } from './hot-key-subjects.mjs'
import { withRedis } from './redis-server.mjs'
import { ratioText } from '../support/statistics.mjs'
import { compared, summary, takeTurns } from './turns.mjs'

const CALLERS = 512
const ROUNDS = 7
const MS = 600
const HOLDERS = 4
const RATE_AT_LIMIT = 10_000
const AT_LIMIT_MS = 3000

export async function hotKey() {
  const turns = ['hot key, leased', 'hot key'].map((subject) => ({ subject, callers: CALLERS }))
  const [leased, plain] = await takeTurns({ turns, rounds: ROUNDS, ms: MS, keys: 1 })
  return {
    leased: summary(leased),
    plain: summary(plain),
    times: compared(leased, plain, 'decisionsPerSecond'),
    atLimit: await atLimit(),
  }
}

/** What passes when four holders of leases ask for far more than the limit, and what may pass. */
function atLimit() {
  return withRedis(async ({ port }) => {
    const clients = Array.from({ length: HOLDERS }, () => new Redis(port, '127.0.0.1'))
    const limiters = clients.map((client) => leasedLimiter(client, RATE_AT_LIMIT))
    const startMs = performance.now()
    let asked = 0
    let passed = 0
    const callers = limiters.map(async (limiter) => {
      while (performance.now() - startMs < AT_LIMIT_MS) {
        const decisions = await Promise.all(Array.from({ length: CALLERS }, () => limiter.check('hot')))
        asked += decisions.length
        passed += decisions.filter(({ allowed }) => allowed).length
        await setImmediate()
      }
    })
    await Promise.all(callers)
    const mayPass = RATE_AT_LIMIT + Math.ceil((RATE_AT_LIMIT * (performance.now() - startMs)) / 1000)
    await Promise.all(limiters.map((limiter) => limiter.close()))
    for (const client of clients) client.disconnect()
    return { holders: HOLDERS, asked, passed, mayPass }
  })
}

export function hotKeyText({ leased, plain, times, atLimit: limited }) {
  return [
    `Decisions a second on one key, ${CALLERS} under way: leased as a multiple of asked each time`,
    `${ratioText(times)}: ${rateText(leased)} to ${rateText(plain)}, ${leased.roundTrips.toFixed(5)} round trips a decision`,
    `${limited.holders} holders at their limit: ${limited.asked} asked, ${limited.passed} passed, ${limited.mayPass} may pass`,
    '',
  ]
}

function rateText({ decisionsPerSecond }) {
  return Math.round(decisionsPerSecond).toLocaleString('en')
}
