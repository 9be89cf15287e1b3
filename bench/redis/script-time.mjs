// How much of Redis' own processor time does a decision of a batch of 32 take, next to a script that does nothing?
import { LIMITS } from './subjects.mjs'
import { ratioText } from '../support/statistics.mjs'
import { compared, summary, takeTurns } from './turns.mjs'

const ROUNDS = 9
const MS = 500
/** So many checks in one turn of the event loop travel as one call, and their callers go on together. */
const BATCH = 32

export async function scriptTime() {
  const bare = { subject: `EVALSHA of ${BATCH} keys`, callers: 1 }
  const turns = [...Object.keys(LIMITS).map((subject) => ({ subject, callers: BATCH })), bare]
  const taken = await takeTurns({ turns, rounds: ROUNDS, ms: MS })
  const [baseline] = taken.slice(-1)
  return taken.map((turn) => {
    const { subject, redisUs, roundTrips } = summary(turn)
    return { subject, redisUs, roundTrips, ofBare: compared(turn, baseline, 'redisUs') }
  })
}

export function scriptTimeText(rows) {
  return [
    `Redis' processor time a decision, ${BATCH} in a call, as a multiple of a trivial EVALSHA of as many keys`,
    ...rows.map(({ subject, redisUs, roundTrips, ofBare }) =>
      [
        subject.padEnd(24),
        ratioText(ofBare).padEnd(19),
        `${redisUs.toFixed(2)} us`.padStart(9),
        `${roundTrips.toFixed(4)} calls a decision`.padStart(26),
      ].join(' '),
    ),
    '',
  ]
}
