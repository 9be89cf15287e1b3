// node pair.mjs OURS OTHER KIND COUNT: two subjects take turns, batch by batch, in one process; prints both times and
// the ratio of each pair of batches as JSON.
import { keyCutter } from './keys.mjs'
import { subjects } from './subjects.mjs'

const [ourName, otherName, kind, countText] = process.argv.slice(2)
const count = Number(countText)
const ROUNDS = 11
const BATCH_MS = 60

async function batch({ call, isAsync }, nextKey, calls) {
  const start = performance.now()
  if (isAsync) for (let i = 0; i < calls; i++) await call(nextKey())
  else for (let i = 0; i < calls; i++) call(nextKey())
  return ((performance.now() - start) * 1e6) / calls
}

async function prepare(name) {
  const subject = subjects[name]()
  const nextKey = keyCutter(kind, count)
  // Every key is there before anything is measured, and the code is warm.
  await batch(subject, nextKey, Math.max(count === 1 ? 0 : 2 ** 20, 200_000))
  const nsACall = await batch(subject, nextKey, 50_000)
  return { run: () => batch(subject, nextKey, Math.ceil((BATCH_MS * 1e6) / nsACall)) }
}

const ours = await prepare(ourName)
const other = await prepare(otherName)
const pairs = []
for (let round = 0; round < ROUNDS; round++) {
  const oursFirst = round % 2 === 0
  const first = await (oursFirst ? ours : other).run()
  const second = await (oursFirst ? other : ours).run()
  pairs.push(oursFirst ? [first, second] : [second, first])
}
process.stdout.write(JSON.stringify(pairs))
process.exit(0)
