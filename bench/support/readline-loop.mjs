// The baseline: reads every line of a file and does nothing with it. Prints what that took.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { timed } from './timed.mjs'

await timed(
  () =>
    new Promise((resolve) => {
      let lines = 0
      createInterface({ input: createReadStream(process.argv[2]), crlfDelay: Infinity })
        .on('line', () => lines++)
        .on('close', () => resolve(lines))
    }),
)
