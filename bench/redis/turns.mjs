// Subjects take turns, round by round, so that other work on the machine hits all alike.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serverCounts, withRedis } from './redis-server.mjs'
import { answer } from '../support/answer.mjs'
import { ratioOf, median, spreadOf } from '../support/statistics.mjs'

const PROCESS = fileURLToPath(new URL('subject-process.mjs', import.meta.url))
const LIVE_KEYS = 100_000

/**
 * Measures subjects on one server, each in a database and a process of its own with 100,000 live keys: a list of samples
 * for each entry of `turns`, which says who is called by how many callers at a time.
 */
export function takeTurns({ turns, rounds, ms, keys = LIVE_KEYS }) {
  return withRedis(async ({ port, admin }) => {
    const names = [...new Set(turns.map(({ subject }) => subject))]
    const processes = new Map()
    try {
      for (const [db, name] of names.entries()) processes.set(name, await start(name, port, db, keys))
      const samples = turns.map(() => [])
      for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < turns.length; turn++) {
          // Every round begins with another, so that nobody always follows the same one.
          const at = (turn + round) % turns.length
          const { subject, callers } = turns[at]
          samples[at].push(await measureOnce(processes.get(subject), admin, { callers, ms }))
        }
      }
      return turns.map((turn, at) => ({ ...turn, samples: samples[at] }))
    } finally {
      for (const { child } of processes.values()) child.kill()
    }
  })
}

async function start(name, port, db, keys) {
  const child = fork(PROCESS, [name, port, db, keys].map(String))
  const { command } = await answer(child)
  return { child, command }
}

async function measureOnce({ child, command }, admin, measure) {
  child.send({ measure })
  await answer(child)
  const before = await serverCounts(admin)
  child.send({ go: true })
  const result = await answer(child)
  const after = await serverCounts(admin)
  const { decisions, nodeUs } = result
  const redisUs = (after.cpuUs - before.cpuUs) / decisions
  return {
    ...result,
    redisUs,
    // Where each of the two processes has a processor for itself, the busier one sets the rate.
    busierUs: Math.max(nodeUs, redisUs),
    roundTrips: (after[command] - before[command]) / decisions,
  }
}

/** What a subject did in all rounds: the median of each figure, and the spread of the rate. */
export function summary({ subject, callers, samples }) {
  const figures = ['decisionsPerSecond', 'p50Ms', 'p99Ms', 'nodeUs', 'redisUs', 'roundTrips']
  const medians = figures.map((figure) => [figure, median(samples.map((sample) => sample[figure]))])
  const { quartiles } = spreadOf(samples.map(({ decisionsPerSecond }) => decisionsPerSecond))
  return { subject, callers, ...Object.fromEntries(medians), quartiles }
}

/** How many times as much of a figure the first turn shows as the second, round by round. */
export function compared(first, second, figure) {
  const values = ({ samples }) => samples.map((sample) => sample[figure])
  return ratioOf(values(first), values(second))
}
