// How many decisions a second, how soon, and in how many round trips, beside the peers and bare commands?
import { LIMITS, peers } from './subjects.mjs'
import { ratioText } from '../support/statistics.mjs'
import { compared, summary, takeTurns } from './turns.mjs'

const CALLERS = [1, 64, 512]
const ROUNDS = 7
const MS = 600

export async function speed() {
  const subjects = [...Object.keys(LIMITS), ...peers, 'EVALSHA', 'INCR']
  const turns = subjects.flatMap((subject) => CALLERS.map((callers) => ({ subject, callers })))
  const taken = await takeTurns({ turns, rounds: ROUNDS, ms: MS })
  return taken.map((turn) => {
    const at = (name) => taken.find(({ subject, callers }) => subject === name && callers === turn.callers)
    const bestPeer = bestOf(peers.map(at))
    return {
      ...summary(turn),
      timesBestPeer: compared(turn, bestPeer, 'decisionsPerSecond'),
      // By the processor time of the busier process, Node's or Redis': what is left when other work on the machine is not.
      timesBestPeerByProcessor: compared(bestPeer, turn, 'busierUs'),
      timesEvalSha: compared(turn, at('EVALSHA'), 'decisionsPerSecond'),
      p50OfEvalSha: compared(turn, at('EVALSHA'), 'p50Ms'),
    }
  })
}

function bestOf(turns) {
  return turns.toSorted((a, b) => rateOf(b) - rateOf(a))[0]
}

function rateOf(turn) {
  return summary(turn).decisionsPerSecond
}

const COLUMNS = [
  ['times best peer', 19, (row) => ratioText(row.timesBestPeer)],
  ['by processor', 19, (row) => ratioText(row.timesBestPeerByProcessor)],
  ['times EVALSHA', 19, (row) => ratioText(row.timesEvalSha)],
  ["p50 of EVALSHA's", 19, (row) => ratioText(row.p50OfEvalSha)],
  ['decisions/s', 12, (row) => Math.round(row.decisionsPerSecond).toLocaleString('en')],
  ['p50 ms', 8, (row) => row.p50Ms.toFixed(3)],
  ['p99 ms', 8, (row) => row.p99Ms.toFixed(2)],
  ['trips', 6, (row) => row.roundTrips.toFixed(3)],
  ['Node us', 8, (row) => row.nodeUs.toFixed(1)],
  ['Redis us', 8, (row) => row.redisUs.toFixed(1)],
]

export function speedText(rows) {
  return CALLERS.flatMap((callers) => [
    line(`${callers} under way`, ([title]) => title),
    ...rows
      .filter((row) => row.callers === callers)
      .map((row) => line(row.subject, ([, , cell]) => cell(row))),
    '',
  ])
}

function line(name, cellOf) {
  return [name.padEnd(24), ...COLUMNS.map((column) => cellOf(column).padEnd(column[1]))].join(' ').trimEnd()
}
