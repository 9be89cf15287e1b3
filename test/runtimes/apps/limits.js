/** The limits of scenarios, built by the public constructors. */
import { fixedWindow, gcra, leakyBucket, slidingLog, slidingWindowCounter, tokenBucket } from 'sluice'

const constructors = {
  'token-bucket': ({ capacity, rate }) => tokenBucket({ capacity, rate }),
  gcra: ({ burst, rate }) => gcra({ burst, rate }),
  'leaky-bucket': ({ size, queue, rate }) =>
    leakyBucket(size === undefined ? { queue, rate } : { size, rate }),
  'fixed-window': ({ limit, windowMs }) => fixedWindow({ limit, window: windowMs }),
  calendar: fixedWindow,
  'sliding-log': ({ limit, windowMs }) => slidingLog({ limit, window: windowMs }),
  'sliding-window-counter': ({ limit, windowMs }) => slidingWindowCounter({ limit, window: windowMs }),
}

export function limitOf({ algorithm, params }) {
  return constructors[algorithm](params)
}
