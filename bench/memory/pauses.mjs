// node pauses.mjs COUNT: the longest calls while COUNT new keys are inserted, as JSON.
import { SlowCalls } from '../support/slow-calls.mjs'
import { makeKey } from './keys.mjs'
import { subjects } from './subjects.mjs'

const count = Number(process.argv[2])
const { limiter, call } = subjects.gcra()
const calls = new SlowCalls()
for (let index = 0; index < count; index++) {
  const key = makeKey('short ids', index)
  calls.time(() => call(key))
  if (index % 100_000 === 0) await calls.pause()
}
process.stdout.write(JSON.stringify({ keys: limiter.stats().keys, ...(await calls.report()) }))
process.exit(0)
