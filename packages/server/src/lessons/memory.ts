import type { AlgorithmName } from 'sluice'
import { BYTES_A_NUMBER, simulate, standardLimits, steady } from 'sluice/simulate'
import { bytesText } from '../output/bytes-text.ts'
import { grouped, table } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const KEYS = 10_000_000
const LIMIT = 1000
const WINDOW_MS = 3_600_000
const BUSY_SHARE = 0.01
const REQUESTS_OF_OTHERS = 50

const keeps = {
  gcra: 'the theoretical arrival time',
  'token-bucket': 'the tokens, and when they were counted',
  'fixed-window': 'the window and its count',
  'sliding-window-counter': 'the window, its count, the one before',
  'sliding-log': 'a time for each request in the window',
} as const

/** What each algorithm keeps for a key that has used its whole limit, and for ten million of them. */
export const memoryLesson: Lesson = lesson('what each algorithm keeps for ten million keys', figures, (f) =>
  [
    `${grouped(f.keys)} keys that have used up their limit of ${grouped(f.limit)} an hour,`,
    `at ${f.bytesANumber} bytes a number and without what a store adds to any key.`,
    '',
    table(
      [
        { heading: 'algorithm', align: 'left' },
        { heading: 'a key' },
        { heading: 'all keys' },
        { heading: 'keeps', align: 'left' },
      ],
      f.rows.map((row) => [row.algorithm, bytesText(row.bytesPerKey), bytesText(row.bytesForAll), row.keeps]),
    ),
    '',
    `That is the worst case of the log. With ${f.mixed.busyShare * 100} % of the keys at their limit and`,
    `${f.mixed.requestsOfOthers} requests an hour from each of the others, it holds ${bytesText(f.mixed.bytesOfLog)}.`,
  ].join('\n'),
)

function figures() {
  const rows = (Object.keys(keeps) as (keyof typeof keeps)[]).map((algorithm) => {
    const bytesPerKey = bytesOfKey(algorithm, LIMIT)
    return { algorithm, bytesPerKey, bytesForAll: bytesPerKey * KEYS, keeps: keeps[algorithm] }
  })
  const busyKeys = KEYS * BUSY_SHARE
  const bytesOfLog =
    busyKeys * bytesOfKey('sliding-log', LIMIT) +
    (KEYS - busyKeys) * bytesOfKey('sliding-log', REQUESTS_OF_OTHERS)
  return {
    keys: KEYS,
    limit: LIMIT,
    windowMs: WINDOW_MS,
    bytesANumber: BYTES_A_NUMBER,
    rows,
    mixed: { busyShare: BUSY_SHARE, requestsOfOthers: REQUESTS_OF_OTHERS, bytesOfLog },
  }
}

/** Bytes for a key that sends so many requests, evenly spread over one window. */
function bytesOfKey(algorithm: AlgorithmName, requests: number): number {
  const times = steady({ everyMs: WINDOW_MS / requests, durationMs: WINDOW_MS })
  return simulate({ limit: standardLimits(LIMIT, WINDOW_MS)[algorithm], times }).measures.bytesPerKey
}
