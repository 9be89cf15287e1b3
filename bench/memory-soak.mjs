// Does the memory store stay flat, and free of pauses, over 100 million decisions with keys that come and go?
import { createLimiter, tokenBucket } from 'sluice'
import { SlowCalls } from './support/slow-calls.mjs'

const DECISIONS = 100_000_000
/** So many keys are asked about at a time; every so many decisions one of them goes for good and a new one comes. */
const ACTIVE_KEYS = 200_000
const DECISIONS_A_KEY = 10
const SAMPLES = 20

export default async function bench({ json }) {
  const limiter = createLimiter({ limit: tokenBucket({ capacity: 5, rate: '1/s' }) })
  const calls = new SlowCalls()
  const samples = []
  let x = 123_456_789
  for (let done = 0; done < DECISIONS; done++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    const key = `user:${Math.floor(done / DECISIONS_A_KEY) + ((x >>> 0) % ACTIVE_KEYS)}`
    calls.time(() => limiter.check(key))
    if (done % 200_000 === 0) await calls.pause()
    if (done % (DECISIONS / SAMPLES) === DECISIONS / SAMPLES - 1) {
      const { keys, bytes } = limiter.stats()
      samples.push({
        decisions: done + 1,
        keys,
        bytes,
        residentMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
      })
    }
  }
  const report = { samples, ...(await calls.report()) }
  process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : text(report))
}

function text({ samples, ...calls }) {
  const rows = samples.map(
    ({ decisions, keys, bytes, residentMiB }) =>
      `${String(decisions).padStart(11)} decisions ${String(keys).padStart(8)} keys ${String(bytes).padStart(10)} bytes ${residentMiB} MiB resident`,
  )
  return `${rows.join('\n')}\n${JSON.stringify(calls, undefined, 2)}\n`
}
