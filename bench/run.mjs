// npm run bench -- NAME [--json]: runs bench/NAME.mjs, which answers one question beside its baselines.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))

const [name, ...flags] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`npm run bench -- NAME [--json], where NAME is one of: ${names.join(', ')}\n`)
  process.exit(2)
}
const { default: bench } = await import(`./${name}.mjs`)
await bench({ json: flags.includes('--json') })
