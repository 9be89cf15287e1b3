/** Decides scenarios in Redis: `/CLIENT/PORT` says by which client library and where. */
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { createLimiter, manualClock } from 'sluice'
import { redisStore } from 'sluice/redis'
import { limitOf } from './limits.js'

const open = {
  ioredis: (port) => new Redis({ host: '127.0.0.1', port }),
  'node-redis': (port) => createClient({ socket: { host: '127.0.0.1', port } }).connect(),
}

/** Each has a clock of its own, and so keys of its own. */
async function decided(client, prefix, scenario) {
  const clock = manualClock(0)
  const store = redisStore(client, { clock, prefix, deadlineMs: 20_000 })
  const limiter = createLimiter({ limit: limitOf(scenario), store, onStoreFailure: 'deny' })
  const decisions = []
  for (const { nowMs, cost } of scenario.steps) {
    clock.set(nowMs)
    decisions.push({ ...(await limiter.check('key', { cost })) })
  }
  return decisions
}

export default {
  async fetch(request) {
    const [, library, port] = new URL(request.url).pathname.split('/')
    const run = crypto.randomUUID()
    const client = await open[library](Number(port))
    try {
      const decisions = []
      for (const [index, scenario] of (await request.json()).entries()) {
        decisions.push(await decided(client, `${run}-${index}`, scenario))
      }
      return Response.json(decisions)
    } finally {
      await client.quit()
    }
  },
}
