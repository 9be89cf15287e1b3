/** Decides scenarios by the core alone, and tells what time it is by clocks that were made before any request. */
import { createLimiter, gcra, manualClock, systemClock } from 'sluice'
import { limitOf } from './limits.js'

const clock = systemClock()
const limiter = createLimiter({ limit: gcra({ burst: 20, rate: '5/s' }) })

function decided(scenario) {
  const time = manualClock(0)
  const ownLimiter = createLimiter({ limit: limitOf(scenario), clock: time })
  return scenario.steps.map(({ nowMs, cost }) => {
    time.set(nowMs)
    return { ...ownLimiter.check('key', { cost }) }
  })
}

export default {
  async fetch(request) {
    if (new URL(request.url).pathname === '/time') {
      return Response.json({ nowMs: clock.now(), decidedAtMs: limiter.check('key').atMs })
    }
    const scenarios = await request.json()
    return Response.json(scenarios.map(decided))
  },
}
