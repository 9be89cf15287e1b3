// Servers of one framework take turns, round by round, so that other work on the machine hits all alike.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median, ratioText, spreadOf } from '../redis/statistics.mjs'
import { frameworks } from './frameworks.mjs'
import { Load } from './load.mjs'

const PROCESS = fileURLToPath(new URL('server-process.mjs', import.meta.url))
const CONNECTIONS = 16
const WARM_UP_REQUESTS = 20_000
/** Before every measurement, on new connections: servers close those that were idle while others had their turn. */
const FIRST_REQUESTS = 100
const REQUESTS = 1000
const ROUNDS = 101

/** What each server takes for a request, and what the limiters add to the bare one in the same round. */
export async function measureAdded(framework) {
  const { peer, servers } = frameworks[framework]
  const subjects = []
  try {
    for (const name of Object.keys(servers)) subjects.push(await start(framework, name))
    for (let round = 0; round < ROUNDS; round++) {
      // Every round begins with another, so that nobody always follows the same one.
      for (let turn = 0; turn < subjects.length; turn++) {
        await takeTurn(subjects[(turn + round) % subjects.length])
      }
    }
  } finally {
    for (const { child } of subjects) child.kill()
  }
  return { framework, peer, requests: REQUESTS * ROUNDS, servers: withAdded(subjects) }
}

async function start(framework, name) {
  const env = { ...process.env, NODE_ENV: 'production', NODE_EXTRA_CA_CERTS: '' }
  const child = fork(PROCESS, [framework, name], { env })
  const { port } = await answer(child)
  const load = await Load.open(port, CONNECTIONS)
  await load.send(WARM_UP_REQUESTS)
  const headers = namesOf(await load.look())
  load.close()
  return { name, child, port, headers, cpuUs: [], requestsPerSecond: [] }
}

/** The headers that tell of limits. */
function namesOf(head) {
  return head.map((line) => line.split(':')[0]).filter((name) => /ratelimit/i.test(name))
}

async function takeTurn({ child, port, cpuUs, requestsPerSecond }) {
  const load = await Load.open(port, CONNECTIONS)
  await load.send(FIRST_REQUESTS)
  const before = await cpuUsOf(child)
  const startMs = performance.now()
  await load.send(REQUESTS)
  const seconds = (performance.now() - startMs) / 1000
  cpuUs.push(((await cpuUsOf(child)) - before) / REQUESTS)
  requestsPerSecond.push(REQUESTS / seconds)
  load.close()
}

async function cpuUsOf(child) {
  child.send({})
  return (await answer(child)).cpuUs
}

function answer(child) {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.slice(2).join(' ')} ended early`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}

function withAdded(subjects) {
  const at = (wanted) => subjects.find(({ name }) => name === wanted)
  const [bare, peer] = [at('bare'), at('peer')]
  const addedBy = ({ cpuUs }) => cpuUs.map((value, round) => value - bare.cpuUs[round])
  return subjects.map((subject) => {
    const added = addedBy(subject)
    const ratios = addedBy(peer).map((theirs, round) => added[round] / theirs)
    return {
      name: subject.name,
      headers: subject.headers,
      cpuUs: spreadOf(subject.cpuUs),
      addedUs: spreadOf(added),
      // The ratio of the medians: a single round's may divide by next to nothing.
      ofPeer: { ...spreadOf(ratios), median: median(added) / median(addedBy(peer)) },
      requestsPerSecond: spreadOf(subject.requestsPerSecond),
    }
  })
}

export function addedText({ framework, peer, servers }) {
  return [
    row(framework, ['CPU us', 'adds, us', `of ${peer}'s`, 'requests/s', 'headers']),
    ...servers.map(({ name, cpuUs, addedUs, ofPeer, requestsPerSecond, headers }) =>
      row(name === 'peer' ? peer : name, [
        spreadText(cpuUs, 1),
        name === 'bare' ? '' : spreadText(addedUs, 1),
        name === 'bare' || name === 'peer' ? '' : ratioText(ofPeer),
        spreadText(requestsPerSecond, 0),
        headers.join(', '),
      ]),
    ),
  ]
}

function spreadText({ median: middle, quartiles: [low, high] }, digits) {
  return `${middle.toFixed(digits)} [${low.toFixed(digits)}-${high.toFixed(digits)}]`
}

function row(name, cells) {
  return `${name.padEnd(20)} ${cells.map((cell) => cell.padEnd(24)).join(' ')}`.trimEnd()
}
