/** Decides scenarios by the core alone, and tells what time it is by a clock that was made before any request. */
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  systemClock,
  tokenBucket,
} from 'sluice'

const limits = {
  'token-bucket': ({ capacity, rate }) => tokenBucket({ capacity, rate }),
  gcra: ({ burst, rate }) => gcra({ burst, rate }),
  'leaky-bucket': ({ size, queue, rate }) =>
    leakyBucket(size === undefined ? { queue, rate } : { size, rate }),
  'fixed-window': ({ limit, windowMs }) => fixedWindow({ limit, window: windowMs }),
  calendar: fixedWindow,
  'sliding-log': ({ limit, windowMs }) => slidingLog({ limit, window: windowMs }),
  'sliding-window-counter': ({ limit, windowMs }) => slidingWindowCounter({ limit, window: windowMs }),
}

const clock = systemClock()
const limiter = createLimiter({ limit: gcra({ burst: 20, rate: '5/s' }) })

function decided({ algorithm, params, steps }) {
  const time = manualClock(0)
  const limiterOf = createLimiter({ limit: limits[algorithm](params), clock: time })
  return steps.map(({ nowMs, cost }) => {
    time.set(nowMs)
    return { ...limiterOf.check('key', { cost }) }
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
