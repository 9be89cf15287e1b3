/** Replays of the logs whose results two other programs, written apart from each other, agree on. */
import { createHash, type Hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { AlgorithmName } from 'sluice'
import {
  ClientTable,
  createLogReader,
  Replay,
  RequestList,
  type AlgorithmResult,
  type LimitResult,
  type LogReaderOptions,
} from 'sluice/simulate'
import { describe, expect, test } from 'vitest'

interface ExpectedAlgorithm {
  readonly allowed: number
  readonly refused: number
  readonly clients_refused: number
  readonly first_refused: { readonly client: string; readonly ms: number } | null
  readonly most_refused: readonly { readonly client: string; readonly refused: number }[]
  readonly busiest_allowed_window: { readonly count: number }
  readonly decisions_sha256: string
  readonly max_wait_ms?: number | string
}

interface ExpectedLimit {
  readonly limit: number
  readonly window_ms: number
  readonly offered_busiest_window: { readonly client: string; readonly count: number }
  readonly algorithms: Readonly<Record<string, ExpectedAlgorithm>>
}

interface ExpectedLog {
  readonly limits?: Readonly<Record<string, ExpectedLimit>>
}

const fixtures = new URL('../fixtures/', import.meta.url)
const { logs } = JSON.parse(readFileSync(new URL('truth/replay-expected.json', fixtures), 'utf8')) as {
  logs: Record<string, ExpectedLog>
}

const expectedNames: Readonly<Record<AlgorithmName, string>> = {
  'token-bucket': 'token_bucket',
  gcra: 'gcra',
  'leaky-bucket': 'leaky_queue',
  'fixed-window': 'fixed_window',
  'sliding-log': 'sliding_log',
  'sliding-window-counter': 'sliding_counter',
}
const algorithmNames = Object.keys(expectedNames) as AlgorithmName[]

/** How a log is read where it does not say itself which of its fields count. */
const readerOptions: Readonly<Record<string, LogReaderOptions>> = {
  'sec-edgar-2017-06-30.csv.gz': { timeField: 'date+time', keyField: 'ip' },
  'azure-llm-code-2023.csv': { timeField: 'TIMESTAMP', keyField: '' },
}

interface Replayed {
  readonly limits: readonly LimitResult[]
  /** By limit and algorithm, as in `100/60s gcra`. */
  readonly decisions: ReadonlyMap<string, Hash>
}

function replay(file: string, limits: Readonly<Record<string, ExpectedLimit>>): Replayed {
  const bytes = readFileSync(new URL(`access-logs/${file}`, fixtures))
  const clients = new ClientTable()
  const requests = new RequestList()
  const reader = createLogReader({ ...readerOptions[file], clients }, (timeMs, client, cost) =>
    requests.push(timeMs, client, cost),
  )
  reader.push(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  reader.end()
  const decisions = new Map<string, Hash>()
  const run = new Replay({
    limits: Object.entries(limits).map(([text, { limit, window_ms }]) => ({
      text,
      limit,
      windowMs: window_ms,
    })),
    onDecisions: ({ from, to }, decided) => {
      for (const { limit, algorithm, decisions: answers } of decided) {
        const name = `${limit.text} ${algorithm}`
        const hash = decisions.get(name) ?? createHash('sha256')
        decisions.set(name, hash.update(answers.subarray(0, to - from).map((answer) => answer + 48)))
      }
    },
  })
  requests.letOut((block) => run.decide(block))
  return { limits: run.results((client) => clients.name(client)), decisions }
}

function expectedResult(
  name: AlgorithmName,
  expected: ExpectedAlgorithm,
): Omit<AlgorithmResult, 'busiestServed'> {
  const first = expected.first_refused
  return {
    allowed: expected.allowed,
    refused: expected.refused,
    clientsRefused: expected.clients_refused,
    busiestAllowed: expected.busiest_allowed_window.count,
    maxWaitMs: name === 'leaky-bucket' ? roundedUp(expected.max_wait_ms!) : 0,
    firstRefused: first === null ? undefined : { client: first.client, atMs: first.ms },
    topRefused: expected.most_refused,
  }
}

/** A whole number, or text such as `69000/7`. */
function roundedUp(fraction: number | string): number {
  const [dividend, divisor = '1'] = String(fraction).split('/')
  return Math.ceil(Number(dividend) / Number(divisor))
}

for (const [file, { limits }] of Object.entries(logs)) {
  if (limits === undefined) continue
  describe(`the log ${file}`, () => {
    const replayed = replay(file, limits)

    test.each(Object.entries(limits))('%s is offered the expected busiest window', (text, expected) => {
      const { client, count } = expected.offered_busiest_window
      const found = replayed.limits.find(({ limit }) => limit === text)
      expect(found).toMatchObject({ windowMs: expected.window_ms, offeredBusiest: { client, count } })
    })

    describe.each(Object.entries(limits))('%s', (text, expected) => {
      test.each(algorithmNames)('%s decides each request as expected', (name) => {
        const wanted = expected.algorithms[expectedNames[name]]!
        const found = replayed.limits.find(({ limit }) => limit === text)?.algorithms[name]
        expect(found).toMatchObject(expectedResult(name, wanted))
        expect(replayed.decisions.get(`${text} ${name}`)?.digest('hex')).toBe(wanted.decisions_sha256)
      })
    })
  })
}
