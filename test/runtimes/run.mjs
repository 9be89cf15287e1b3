// npm run test:runtimes [-- NAME...]: starts the same applications on Node, Bun, Deno, Workers and Next.js, and compares
// what they answer.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { askRuntime } from './ask-runtime.mjs'
import { ensureInstalled } from './installation.mjs'
import { root, scratch } from './paths.mjs'
import { startRedis } from './redis-server.mjs'
import { Results } from './results.mjs'
import { bun } from './runtimes/bun.mjs'
import { deno } from './runtimes/deno.mjs'
import { next } from './runtimes/next.mjs'
import { node } from './runtimes/node.mjs'
import { workers } from './runtimes/workers.mjs'

const others = [bun, deno, workers, next]
const named = process.argv.slice(2).map((name) => name.toLowerCase())
const asked = named.length === 0 ? others : others.filter(({ name }) => named.includes(name.toLowerCase()))
if (asked.length < named.length) {
  process.stderr.write(`npm run test:runtimes -- NAME..., of ${others.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

const results = new Results()

rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
for (const folder of new Set(asked.map((runtime) => runtime.folder))) ensureInstalled(folder)
buildLibrary()
const redis = await startRedis()
for (const runtime of [node, ...asked]) await askRuntime(runtime, results, redis)
await redis?.stop()

const { passed, failed } = results.count(process.env.CI === 'true')
process.stdout.write(`${results.table()}\n\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function buildLibrary() {
  const projects = ['packages/sluice', 'packages/sluice/tsconfig.adapters.json']
  const compiler = `${root}node_modules/typescript/bin/tsc`
  const { status } = spawnSync(process.execPath, [compiler, '-b', ...projects], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
