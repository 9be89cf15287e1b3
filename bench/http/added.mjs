// Servers of one framework take turns, round by round, so that other work on the machine hits all alike.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { answer } from '../support/answer.mjs'
import { median, ratioText, spreadOf } from '../support/statistics.mjs'
import { frameworks } from './frameworks.mjs'
import { Load } from './load.mjs'

const PROCESS = fileURLToPath(new URL('server-process.mjs', import.meta.url))
const CONNECTIONS = 16
const WARM_UP_REQUESTS = 15_000
/** Before every measurement, on new connections: servers close those that were idle while others had their turn. */
const FIRST_REQUESTS = 100
const REQUESTS = 1000
/** One process of a server may be a tenth faster than the next, so each is started anew so many times. */
const STARTS = 3
const ROUNDS = 21

/** What each server takes for a request, and what the limiters add to the bare one in the same round. */
export async function measureAdded(framework) {
  const { peer, servers } = frameworks[framework]
  const subjects = Object.keys(servers).map((name) => ({
    name,
    headers: [],
    cpuUs: [],
    requestsPerSecond: [],
  }))
  for (let start = 0; start < STARTS; start++) await measureOnce(framework, subjects)
  return { framework, peer, requests: STARTS * ROUNDS * REQUESTS, servers: withAdded(subjects) }
}

async function measureOnce(framework, subjects) {
  const running = []
  try {
    for (const subject of subjects) running.push(await startProcess(framework, subject))
    for (let round = 0; round < ROUNDS; round++) {
      // Every round begins with another, so that nobody always follows the same one.
      for (let turn = 0; turn < running.length; turn++) {
        await takeTurn(running[(turn + round) % running.length])
      }
    }
  } finally {
    for (const { child } of running) child.kill()
  }
}

async function startProcess(framework, subject) {
  const env = { ...process.env, NODE_ENV: 'production', NODE_EXTRA_CA_CERTS: '' }
  const child = fork(PROCESS, [framework, subject.name], { env })
  const { port } = await answer(child)
  const load = await Load.open(port, CONNECTIONS)
  await load.send(WARM_UP_REQUESTS)
  subject.headers = namesOf(await load.look())
  load.close()
  return { subject, child, port }
}

/** The headers that tell of limits. */
function namesOf(head) {
  return head.map((line) => line.split(':')[0]).filter((name) => /ratelimit/i.test(name))
}

async function takeTurn({ subject, child, port }) {
  const load = await Load.open(port, CONNECTIONS)
  await load.send(FIRST_REQUESTS)
  const before = await cpuUsOf(child)
  const startMs = performance.now()
  await load.send(REQUESTS)
  const seconds = (performance.now() - startMs) / 1000
  subject.cpuUs.push(((await cpuUsOf(child)) - before) / REQUESTS)
  subject.requestsPerSecond.push(REQUESTS / seconds)
  load.close()
}

async function cpuUsOf(child) {
  child.send({})
  return (await answer(child)).cpuUs
}

/** The mean of the quarter of the turns that took least: those that other work on the machine left alone. */
function calm(values) {
  const least = values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length / 4))
  return least.reduce((sum, value) => sum + value, 0) / least.length
}

function withAdded(subjects) {
  const at = (wanted) => subjects.find(({ name }) => name === wanted)
  const [bare, peer] = [at('bare'), at('peer')]
  const calmAddedBy = ({ cpuUs }) => calm(cpuUs) - calm(bare.cpuUs)
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
      calmAddedUs: calmAddedBy(subject),
      calmOfPeer: calmAddedBy(subject) / calmAddedBy(peer),
      requestsPerSecond: spreadOf(subject.requestsPerSecond),
    }
  })
}

export function addedText({ framework, peer, servers }) {
  return [
    row(framework, ['CPU us', 'adds, us', 'of theirs', 'in calm', 'of theirs', 'requests/s', 'headers']),
    ...servers.map(({ name, cpuUs, addedUs, ofPeer, calmAddedUs, calmOfPeer, requestsPerSecond, headers }) =>
      row(name === 'peer' ? peer : name, [
        spreadText(cpuUs, 1),
        name === 'bare' ? '' : spreadText(addedUs, 1),
        name === 'bare' || name === 'peer' ? '' : ratioText(ofPeer),
        name === 'bare' ? '' : calmAddedUs.toFixed(1),
        name === 'bare' || name === 'peer' ? '' : calmOfPeer.toFixed(2),
        spreadText(requestsPerSecond, 0),
        headers.length,
      ]),
    ),
  ]
}

function spreadText({ median: middle, quartiles: [low, high] }, digits) {
  return `${middle.toFixed(digits)} [${low.toFixed(digits)}-${high.toFixed(digits)}]`
}

const WIDTHS = [22, 20, 19, 8, 10, 18, 8]

function row(name, cells) {
  return `${name.padEnd(20)} ${cells.map((cell, column) => String(cell).padEnd(WIDTHS[column])).join(' ')}`.trimEnd()
}
