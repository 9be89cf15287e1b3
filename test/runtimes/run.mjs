// npm run test:runtimes [-- NAME...]: starts the same applications on Node, Bun, Deno and Workers and compares what they answer.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ensureInstalled } from './installation.mjs'
import { here, root, scratch } from './paths.mjs'
import { addressQuestions } from './questions/addresses.mjs'
import { faultsOf, responsesTo } from './questions/ask.mjs'
import {
  algorithms,
  calendarDecisions,
  calendarFaults,
  clockFaults,
  decisionFaults,
  decisionsOf,
} from './questions/core.mjs'
import { codeFor, guideFaults, proxyFaults } from './questions/guide.mjs'
import { placeFaults, unitFaults } from './questions/leaving.mjs'
import { ruleQuestions } from './questions/rules.mjs'
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
/** What Node answered to each question, with which the others are compared. */
const answersOfNode = new Map()

rmSync(scratch, { recursive: true, force: true })
mkdirSync(scratch, { recursive: true })
for (const folder of new Set(asked.map((runtime) => runtime.folder))) ensureInstalled(folder)
buildLibrary()
for (const runtime of [node, ...asked]) await askRuntime(runtime)

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

async function askRuntime(runtime) {
  let version
  try {
    version = runtime.version()
  } catch ({ message }) {
    results.addAbsent(runtime.name, message)
    return
  }
  process.stderr.write(`${runtime.name} ${version} ...\n`)
  results.addRuntime(`${runtime.name} ${version}`)
  const { adapters = ['fetch', 'hono'] } = runtime
  if (runtime !== next) await withServer('core', () => runtime.start(`${here}apps/core-app.js`), askCore)
  for (const adapter of adapters) {
    const title = `sluice/${adapter}`
    const start = () => runtime.start(`${here}apps/${adapter}-app.js`)
    await withServer(title, start, (server) => askAdapter(title, runtime, server))
  }
  if (runtime.startServer !== undefined) await askGuide(runtime)
}

/** A server that does not start, or stops answering, is a fault of the questions that it was started for. */
async function withServer(title, start, ask) {
  let server
  try {
    server = await start()
    await ask(server)
  } catch (error) {
    results.add(`${title}: starts and answers`, [error.message])
  } finally {
    await server?.stop()
  }
}

async function askCore({ ports: [port] }) {
  for (const algorithm of algorithms) {
    const question = `core: ${algorithm}, ${decisionsOf(algorithm)} decisions`
    results.add(question, await decisionFaults(port, algorithm))
  }
  const decided = await calendarDecisions(port)
  answersOfNode.set('calendars', answersOfNode.get('calendars') ?? decided)
  results.add('core: windows by the calendar', calendarFaults(decided, answersOfNode.get('calendars')))
  results.add('core: the time of day', await clockFaults(port))
}

async function askAdapter(title, runtime, server) {
  const [port] = server.ports
  for (const question of [...ruleQuestions, ...addressQuestions]) {
    if (question.asks !== undefined && (question.asks === 'peer') !== runtime.tellsPeer) continue
    const name = `${title}: ${question.name}`
    const responses = await responsesTo(port, question)
    results.add(name, faultsOf(question, responses, answersOfNode.get(name)))
    if (!answersOfNode.has(name)) answersOfNode.set(name, responses)
  }
  const { unit, place } = await (runtime.leavingFaults ?? leavingByFetch)(server)
  results.add(`${title}: the unit of a client that leaves`, unit)
  results.add(`${title}: the place of a client that leaves`, place)
}

async function leavingByFetch({ ports: [port] }) {
  const send = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { unit: await unitFaults(send), place: await placeFaults(send) }
}

async function askGuide(runtime) {
  const start = () => {
    const file = `${scratch}guide-${runtime.name.toLowerCase()}.js`
    writeFileSync(file, codeFor(runtime.name)[0])
    return runtime.startServer(file)
  }
  await withServer('guide', start, async ({ ports: [port] }) => {
    results.add('guide: its server', await guideFaults(port, runtime.greetsAt))
    if (runtime === next) results.add('guide: its proxy', await proxyFaults(port))
  })
}
