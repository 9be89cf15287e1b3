// What do ten limits on one request cost next to one, a request at a time?
import { ratioText } from '../support/statistics.mjs'
import { compared, summary, takeTurns } from './turns.mjs'

const ROUNDS = 15
const MS = 500

export async function tenLimits() {
  const turns = ['ten limits', 'gcra'].map((subject) => ({ subject, callers: 1 }))
  const [ten, one] = await takeTurns({ turns, rounds: ROUNDS, ms: MS })
  return {
    ten: summary(ten),
    one: summary(one),
    // The rates of one and ten, so that the ratio is that of the times.
    time: compared(one, ten, 'decisionsPerSecond'),
    p50: compared(ten, one, 'p50Ms'),
  }
}

export function tenLimitsText({ ten, one, time, p50 }) {
  return [
    'Ten limits on one request, as a multiple of one limit, one request at a time',
    `mean time ${ratioText(time)}, p50 ${ratioText(p50)}`,
    `ten ${timeText(ten)}, one ${timeText(one)}`,
    '',
  ]
}

function timeText({ p50Ms, roundTrips }) {
  return `${p50Ms.toFixed(3)} ms and ${roundTrips.toFixed(2)} round trips`
}
