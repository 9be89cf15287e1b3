import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { jsonText } from '../output/json.ts'
import { lessons } from './lessons.ts'

/** The figures as a program reads them: through JSON. */
function figuresOf(name: string): unknown {
  return JSON.parse(jsonText(lessons.get(name)?.figures()))
}

function truth(file: string): string {
  return readFileSync(new URL(`../../../../test/fixtures/truth/${file}`, import.meta.url), 'utf8')
}

/** The rows of numbers in a printed table, with the words before each. */
function numberRows(text: string): { label: string; numbers: number[] }[] {
  return text.split('\n').flatMap((line) => {
    const [, label = '', numbers = ''] = /^(.*?)\s+((?:\d+\s+)+\d+)$/.exec(line) ?? []
    return numbers === '' ? [] : [{ label: label.trim(), numbers: numbers.split(/\s+/).map(Number) }]
  })
}

test('token bucket: ten of the burst pass, then one every 200 ms', () => {
  expect(figuresOf('token-bucket')).toMatchObject({
    burst: { sent: 14, allowed: 10, refused: 4, retryAfterMs: 200 },
    steps: Array.from({ length: 10 }, (_, i) => ({
      atMs: 100 * (i + 1),
      allowed: i % 2 === 1,
      tokensLeft: 0,
      retryAfterMs: i % 2 === 1 ? 0 : 100,
    })),
    earnedInFirstSecond: 5,
    allowedInFirstSecond: 15,
  })
})

test('leaky bucket: the burst leaves 200 ms apart', () => {
  expect(figuresOf('leaky-bucket')).toMatchObject({
    sent: 14,
    accepted: 10,
    refused: 4,
    leaveMs: [0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800],
    longestWaitMs: 1800,
    leastGapMs: 200,
    nextAtMs: 1000,
    nextLeaveMs: 2000,
  })
})

test('GCRA: the decisions of the token bucket, from one number', () => {
  expect(figuresOf('gcra')).toMatchObject({
    requests: 5000,
    lastMs: 253_206,
    allowedByGcra: 2535,
    allowedByTokenBucket: 2535,
    sameDecision: 5000,
    tatMs: 253_937,
    tokens: 2.69,
    numbersKept: { gcra: 1, 'token-bucket': 2 },
  })
})

test('fixed window: twice the limit within 190 ms', () => {
  expect(figuresOf('fixed-window')).toMatchObject({
    sent: 20,
    firstMs: 900,
    lastMs: 1090,
    allowed: 20,
    withinMs: 190,
  })
})

test('sliding log: exact to the millisecond', () => {
  expect(figuresOf('sliding-log')).toMatchObject({
    sent: 20,
    allowed: 10,
    stored: 10,
    oldestMs: 900,
    oldestLeavesMs: 1900,
    at1899Ms: 'refused',
    at1900Ms: 'allowed',
  })
})

test('sliding window counter: a burst that is spread out gets one more', () => {
  expect(figuresOf('sliding-window-counter')).toMatchObject({
    burstAtMs: 15_000,
    sameMillisecond: 5,
    oneMsApart: 6,
    lastPassed: { atMs: 15_005, previousCounts: 4.995, current: 5 },
  })
})

test('compare: every number of the printed tables', () => {
  const rows = numberRows(truth('lesson-playground.txt'))
  const after = (label: string) => rows.find((row) => row.label === label)?.numbers
  const seconds = rows.slice(0, 20).map(({ label, numbers }) => (label === '' ? numbers.slice(1) : numbers))
  expect(seconds.every(({ length }) => length === 6)).toBe(true)
  expect(figuresOf('compare')).toMatchObject({
    requests: 202,
    limit: 10,
    perSecond: seconds,
    served: after('served'),
    refused: after('refused'),
    busiest: [19, 10, 20, 10, 15],
    longestWaitMs: [0, 997, 0, 0, 0],
  })
  expect(after('served')).toEqual([142, 145, 128, 118, 124])
})

test('closeness: every number of the printed tables', () => {
  const rows = numberRows(truth('lesson-closeness.txt')).map(({ label, numbers }) => ({
    traffic: label,
    sent: numbers[0],
    fixed: numbers[1],
    counter: numbers[2],
    log: numbers[3],
  }))
  expect(rows.length).toBe(10)
  expect(figuresOf('closeness')).toMatchObject({
    limit: 100,
    windowMs: 60_000,
    busiest: rows.slice(0, 5),
    served: rows.slice(5),
  })
})

test('memory: bytes a key and for ten million keys', () => {
  const figures = figuresOf('memory')
  expect(figures).toMatchObject({ keys: 10_000_000, limit: 1000, bytesANumber: 8 })
  expect(figures).toMatchObject({
    rows: [
      { algorithm: 'gcra', bytesPerKey: 8, bytesForAll: 80e6 },
      { algorithm: 'token-bucket', bytesPerKey: 16, bytesForAll: 160e6 },
      { algorithm: 'fixed-window', bytesPerKey: 16, bytesForAll: 160e6 },
      { algorithm: 'sliding-window-counter', bytesPerKey: 24, bytesForAll: 240e6 },
      { algorithm: 'sliding-log', bytesPerKey: 8000, bytesForAll: 80e9 },
    ],
    mixed: { busyShare: 0.01, requestsOfOthers: 50, bytesOfLog: 4.76e9 },
  })
  expect(lessons.get('memory')?.text()).toContain('4.8 GB')
})

test('headers: every response of the printed list', () => {
  const [policyLine = '', ...lines] = truth('lesson-client.txt').trimEnd().split('\n').slice(1)
  const policy = policyLine.trim().slice('RateLimit-Policy: '.length)
  const responses: { atMs: number; status: number; headers: Record<string, string> }[] = []
  for (const line of lines) {
    const [, atMs, status] = /^ *(\d+) ms {2}(\d+)/.exec(line) ?? []
    if (atMs !== undefined) {
      responses.push({ atMs: Number(atMs), status: Number(status), headers: { 'RateLimit-Policy': policy } })
    } else {
      const [name = '', value = ''] = line.trim().split(': ')
      responses.at(-1)!.headers[name] = value
    }
  }
  expect(responses.length).toBe(9)
  expect(figuresOf('headers')).toMatchObject({ responses })
})

describe('text for people', () => {
  test.each([...lessons])('%s fits 80 columns', (_, lesson) => {
    expect(
      lesson
        .text()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([])
  })
})
