// How much processor time does a limit add to a request, beside the framework's usual limiter and a bare server?
import { cpus } from 'node:os'
import { frameworks } from './http/frameworks.mjs'
import { addedText, measureAdded } from './http/added.mjs'

export default async function bench({ json }) {
  const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`
  if (!json) process.stdout.write(`${machine}\nMedians over interleaved rounds, quartiles in brackets\n\n`)
  const report = { machine, frameworks: [] }
  for (const framework of Object.keys(frameworks)) {
    const added = await measureAdded(framework)
    report.frameworks.push(added)
    if (!json) process.stdout.write(`${addedText(added).join('\n')}\n\n`)
  }
  if (json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
}
