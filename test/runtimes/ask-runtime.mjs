/** Asks one runtime all questions. */
import { writeFileSync } from 'node:fs'
import { here, scratch } from './paths.mjs'
import { addressQuestions } from './questions/addresses.mjs'
import { faultsOf, responsesTo } from './questions/ask.mjs'
import {
  algorithms,
  calendarDecisions,
  calendarFaults,
  clientLibraries,
  clockFaults,
  decisionFaults,
  decisionsOf,
  redisFaults,
} from './questions/core.mjs'
import { codeFor, guideFaults, proxyFaults } from './questions/guide.mjs'
import { placeFaults, unitFaults } from './questions/leaving.mjs'
import { ruleQuestions } from './questions/rules.mjs'

/** What Node answered to each question, with which the others are compared: it is asked first. */
const answersOfNode = new Map()

/** Adds what came of it to the results. `redis` is a running server, if there is one. */
export async function askRuntime(runtime, results, redis) {
  let version
  try {
    version = runtime.version()
  } catch ({ message }) {
    results.addAbsent(runtime.name, message)
    return
  }
  process.stderr.write(`${runtime.name} ${version} ...\n`)
  results.addRuntime(`${runtime.name} ${version}`)
  const { apps = ['core', 'fetch', 'hono'] } = runtime
  for (const app of apps) {
    const start = () => runtime.start(`${here}apps/${app}-app.js`)
    const ask = app === 'core' ? askCore : (...rest) => askAdapter(`sluice/${app}`, ...rest)
    await withServer(app, start, (server) => ask(runtime, server, results), results)
  }
  if (redis !== undefined && runtime.startWithClients !== undefined) {
    const start = () => runtime.startWithClients(`${here}apps/redis-app.js`)
    await withServer('sluice/redis', start, (server) => askRedis(redis, server, results), results)
  }
  if (runtime.startServer !== undefined) await askGuide(runtime, results)
}

/** A server that does not start, or stops answering, is a fault of its own. */
async function withServer(title, start, ask, results) {
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

async function askCore({ name }, { ports: [port] }, results) {
  for (const algorithm of algorithms) {
    const question = `core: ${algorithm}, ${decisionsOf(algorithm)} decisions`
    results.add(question, await decisionFaults(port, algorithm))
  }
  const decided = await calendarDecisions(port)
  if (name === 'Node') answersOfNode.set('calendars', decided)
  results.add('core: windows by the calendar', calendarFaults(decided, answersOfNode.get('calendars')))
  results.add('core: the time of day', await clockFaults(port))
}

async function askRedis(redis, { ports: [port] }, results) {
  for (const library of clientLibraries) {
    results.add(`sluice/redis: with ${library}`, await redisFaults(port, library, redis.port))
  }
}

async function askAdapter(title, runtime, server, results) {
  const [port] = server.ports
  for (const question of [...ruleQuestions, ...addressQuestions]) {
    if (question.asks !== undefined && (question.asks === 'peer') !== runtime.tellsPeer) continue
    const name = `${title}: ${question.name}`
    const responses = await responsesTo(port, question)
    results.add(name, faultsOf(question, responses, answersOfNode.get(name)))
    if (runtime.name === 'Node') answersOfNode.set(name, responses)
  }
  const { unit, place } = await (runtime.leavingFaults ?? leavingByFetch)(server)
  results.add(`${title}: the unit of a client that leaves`, unit)
  results.add(`${title}: the place of a client that leaves`, place)
}

async function leavingByFetch({ ports: [port] }) {
  const send = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { unit: await unitFaults(send), place: await placeFaults(send) }
}

async function askGuide(runtime, results) {
  const start = () => {
    const file = `${scratch}guide-${runtime.name.toLowerCase()}.js`
    writeFileSync(file, codeFor(runtime.name)[0])
    return runtime.startServer(file)
  }
  const ask = async ({ ports: [port] }) => {
    results.add('guide: its server', await guideFaults(port, runtime.greetsAt))
    if (runtime.hasProxy === true) results.add('guide: its proxy', await proxyFaults(port))
  }
  await withServer('guide', start, ask, results)
}
