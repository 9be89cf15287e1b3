import { expect, test } from 'vitest'
import { LookAhead } from './look-ahead.ts'
import { Replay, type LimitResult, type ReplayOptions } from './replay.ts'

type Request = readonly [timeMs: number, client: number, cost?: number]

const clientNames = ['ann', 'bob', 'cid', 'dan', 'eve']

function replayed(requests: readonly Request[], options: Partial<ReplayOptions> = {}): LimitResult[] {
  const replay = new Replay({ limits: [{ text: '2/10s', limit: 2, windowMs: 10_000 }], ...options })
  const lookAhead = new LookAhead((block) => replay.decide(block))
  for (const [timeMs, client, cost = 1] of requests) lookAhead.push(timeMs, client, cost)
  lookAhead.end()
  return replay.results((client) => clientNames[client] ?? '?')
}

// Case B76.
test('lines that were written when requests ended decide as if they were sorted', () => {
  const answers: number[] = []
  const times: number[] = []
  const onDecisions: ReplayOptions['onDecisions'] = (block, [decided]) => {
    times.push(...block.times.subarray(block.from, block.to))
    answers.push(...decided!.decisions.subarray(0, block.to - block.from))
  }
  const requests: Request[] = [
    [2000, 0],
    [1000, 0],
    [3000, 0],
  ]
  replayed(requests, { algorithms: ['sliding-log'], onDecisions })
  expect(times).toEqual([1000, 2000, 3000])
  expect(answers).toEqual([1, 1, 0])
})

test('costs count as units: a window of 2 passes one request of 2, none of 3, and any of 0', () => {
  const requests: Request[] = [
    [0, 0, 2],
    [1, 0, 0],
    [2, 1, 3],
    [3, 0, 2],
  ]
  for (const result of Object.values(replayed(requests)[0]!.algorithms)) {
    expect(result).toMatchObject({
      allowed: 2,
      refused: 2,
      clientsRefused: 2,
      busiestAllowed: 2,
      busiestServed: 2,
    })
  }
})

test('names the three clients that are refused most, equal counts by name', () => {
  const refusals = [2, 5, 2, 2, 1]
  const requests = refusals.flatMap((count, client): Request[] =>
    Array.from({ length: count + 2 }, (): Request => [0, client]),
  )
  const { topRefused, clientsRefused, firstRefused } = replayed(requests)[0]!.algorithms['fixed-window']!
  expect(clientsRefused).toBe(5)
  expect(firstRefused).toEqual({ client: 'ann', atMs: 0 })
  expect(topRefused).toEqual([
    { client: 'bob', refused: 5 },
    { client: 'ann', refused: 2 },
    { client: 'cid', refused: 2 },
  ])
})

test('the busiest window of a leaky bucket differs by arrival and by departure', () => {
  const requests = Array.from({ length: 4 }, (_, i): Request => [i * 4000, 0])
  const limits = [{ text: '2/8s', limit: 2, windowMs: 8000 }]
  // Both of the first second wait for places 4 s apart; the later ones go on as they come.
  const together: Request[] = [[0, 0], [0, 0], ...requests.slice(1)]
  const leaky = replayed(together, { limits, algorithms: ['leaky-bucket'] })[0]!.algorithms['leaky-bucket']
  expect(leaky).toMatchObject({ busiestServed: 2, maxWaitMs: 4000 })
  expect(leaky!.busiestAllowed).toBeGreaterThan(2)
})

test('replays several limits and chosen algorithms in the order in which they are given', () => {
  const limits = [
    { text: '1/s', limit: 1, windowMs: 1000 },
    { text: '2/10s', limit: 2, windowMs: 10_000 },
  ]
  const results = replayed([[0, 0]], { limits, algorithms: ['gcra', 'fixed-window'] })
  expect(results.map(({ limit }) => limit)).toEqual(['1/s', '2/10s'])
  expect(results.map(({ algorithms }) => Object.keys(algorithms))).toEqual([
    ['gcra', 'fixed-window'],
    ['gcra', 'fixed-window'],
  ])
})

test('a log without requests has no busiest client', () => {
  const [result] = replayed([])
  expect(result!.offeredBusiest).toBeUndefined()
  expect(result!.algorithms.gcra).toMatchObject({
    allowed: 0,
    refused: 0,
    topRefused: [],
    firstRefused: undefined,
  })
})

test('decides times before 1970, and refuses times that are too far away to be exact', () => {
  const limits = [{ text: '2000/1ms', limit: 2000, windowMs: 1 }]
  expect(replayed([[-3_600_000, 0]], { limits })[0]!.algorithms.gcra).toMatchObject({ allowed: 1 })
  for (const timeMs of [-1e13, 1e13]) {
    expect(() => replayed([[timeMs, 0]], { limits })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', value: timeMs }),
    )
  }
})
