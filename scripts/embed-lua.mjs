// Puts the Lua of the Redis store together, with a twin of each algorithm, and writes it as text with its digest into
// script.generated.ts. With --check it compares instead of writing.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../packages/sluice/src/', import.meta.url))
const target = `${source}stores/redis/script/script.generated.ts`

const algorithms = [
  'gcra',
  'leaky-bucket',
  'token-bucket',
  'fixed-window',
  'sliding-log',
  'sliding-window-counter',
]
/** Stands between what a check of a batch needs once, and what it needs for each key. */
const EACH = '--EACH--'

const parts = ['prelude', 'clock', 'one', 'rules', 'checks', 'keys', 'leases', 'decide']

const decide = parts
  .map((part) =>
    lean(`stores/redis/script/${part}.lua`, {
      '--MAKE THE TWIN--': oneOf(twin),
      '--DECIDE EACH--': oneOf(decideEach),
    }),
  )
  .join('\n')

const text = `// Made from the .lua files by npm run generate; do not edit.
import type { LuaScript } from './script-runner.ts'

/** What decides a batch inside Redis. */
export const decideScript: LuaScript = ${embedded(decide)}

/** What counts the processes that share a store. */
export const peersScript: LuaScript = ${embedded(lean('stores/redis/script/peers.lua'))}
`

if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  process.stderr.write(`${target} is not made from the Lua beside it; run npm run generate\n`)
  process.exitCode = 1
}

/** A script with the SHA-1 by which EVALSHA knows it. */
function embedded(code) {
  if (/[`\\]|\$\{/.test(code)) throw new Error('The script holds what a template literal would change.')
  return `{\n  sha: '${createHash('sha1').update(code).digest('hex')}',\n  text: \`${code}\`,\n}`
}

/** Runs what the algorithm of a rule needs, and no other's. */
function oneOf(codeOf) {
  const branches = algorithms.map((name) => `if twinName == '${name}' then\n${codeOf(name)}`)
  return `${branches.join('\nelse')}\nend`
}

/** Makes the twin of an algorithm. The leaky bucket is built on GCRA. */
function twin(name) {
  const code = `${lean(`algorithms/${name}/${name}.lua`)}\n`
  return name === 'leaky-bucket' ? twin('gcra') + code : code
}

/** The loop of one.lua with the steps of an algorithm in it. The leaky bucket shares those of GCRA. */
function decideEach(name) {
  const from = name === 'leaky-bucket' ? 'gcra' : name
  const [before, each] = lean(`algorithms/${from}/${from}.one.lua`, { '--EACH--': EACH }).split(EACH)
  return lean('stores/redis/script/one-each.lua', { '--BEFORE--': before, '--EACH--': each })
}

/** The code without comments and indentation: what is sent is sent often. */
function lean(file, places = {}) {
  return readFileSync(source + file, 'utf8')
    .split('\n')
    .map((line) => places[line.trim()] ?? line.replace(/(^|\s)--.*$/, '').trim())
    .filter((line) => line !== '')
    .join('\n')
}
