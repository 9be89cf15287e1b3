// The baseline: reads every line of a file and does nothing with it, by events or in a loop. Prints what that took.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { timed } from './timed.mjs'

const [, , file, way] = process.argv
let lines = 0

await timed(async () => {
  const reader = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  if (way === 'events') {
    await new Promise((resolve) => reader.on('line', () => lines++).on('close', resolve))
  } else {
    for await (const line of reader) if (line !== undefined) lines++
  }
})
