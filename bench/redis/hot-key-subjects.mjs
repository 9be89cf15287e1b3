// One key that every caller asks about, decided by the server each time and by leases.
import { setImmediate } from 'node:timers/promises'
import { createLimiter, gcra } from 'sluice'
import { redisStore } from 'sluice/redis'

/** More than a process can ask for. */
const RATE = 5_000_000
const LEASE = { units: 10_000, ttl: '1s' }
/** Decisions from a lease take no turn of the event loop; a server has one now and then, for its sockets. */
const CALLS_A_TURN = 1000

export function leasedLimiter(client, ratePerSecond, options = { lease: LEASE }) {
  const limit = gcra({ burst: ratePerSecond, rate: { amount: ratePerSecond, periodMs: 1000 } })
  return createLimiter({ store: redisStore(client, { deadlineMs: 5000 }), limit, ...options })
}

function hotKey(options) {
  return (client) => {
    const limiter = leasedLimiter(client, RATE, options)
    let calls = 0
    return {
      call: async () => {
        const { allowed } = await limiter.check('hot')
        if (!allowed) throw new Error('The limit of the hot key was reached')
        if (++calls % CALLS_A_TURN === 0) await setImmediate()
      },
    }
  }
}

export const hotKeySubjects = {
  'hot key': hotKey({}),
  'hot key, leased': hotKey({ lease: LEASE }),
}
