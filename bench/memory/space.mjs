// node --expose-gc space.mjs SUBJECT COUNT: bytes a key once COUNT keys are in, as JSON: V8 heap and array buffers after
// a collection, and growth of the resident set. Keys are held by nobody else.
import { makeKey } from './keys.mjs'
import { subjects } from './subjects.mjs'

const [name, countText] = process.argv.slice(2)
const count = Number(countText)
const { call, isAsync, limiter } = subjects[name]()

async function settled() {
  await new Promise((resolve) => setTimeout(resolve, 50))
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { held: heapUsed + arrayBuffers, rss }
}

const before = await settled()
for (let index = 0; index < count; index++) {
  if (isAsync) await call(makeKey('short ids', index))
  else call(makeKey('short ids', index))
}
const after = await settled()
// One more call, so that the subject is still in use when it is measured.
await call(makeKey('short ids', 0))
process.stdout.write(
  JSON.stringify({
    held: (after.held - before.held) / count,
    resident: (after.rss - before.rss) / count,
    stats: limiter?.stats(),
  }),
)
process.exit(0)
