// How many decisions a second, how soon, and in how many round trips, beside the peers and bare commands?
import { LIMITS, peers } from './subjects.mjs'
import { ratioText } from './statistics.mjs'
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
    return {
      ...summary(turn),
      timesBestPeer: compared(turn, bestOf(peers.map(at)), 'decisionsPerSecond'),
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

export function speedText(rows) {
  return CALLERS.flatMap((callers) => [
    `${callers} under way     times the best peer   times EVALSHA      p50 of EVALSHA's  decisions/s   p50 ms   p99 ms  round trips  Node us  Redis us`,
    ...rows.filter((row) => row.callers === callers).map(rowText),
    '',
  ])
}

function rowText(row) {
  const { subject, timesBestPeer, timesEvalSha, p50OfEvalSha, decisionsPerSecond, p50Ms, p99Ms } = row
  return [
    subject.padEnd(24),
    ratioText(timesBestPeer).padEnd(19),
    ratioText(timesEvalSha).padEnd(19),
    ratioText(p50OfEvalSha).padEnd(17),
    Math.round(decisionsPerSecond).toLocaleString('en').padStart(10),
    p50Ms.toFixed(3).padStart(9),
    p99Ms.toFixed(2).padStart(8),
    row.roundTrips.toFixed(3).padStart(12),
    row.nodeUs.toFixed(1).padStart(8),
    row.redisUs.toFixed(1).padStart(9),
  ].join(' ')
}
