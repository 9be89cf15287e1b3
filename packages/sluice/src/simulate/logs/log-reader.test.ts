import { expect, test } from 'vitest'
import { ClientTable } from './client-table.ts'
import { createLogReader, type LogReaderOptions, type LogSummary } from './log-reader.ts'

const encoder = new TextEncoder()

interface Reading {
  readonly summary: LogSummary
  readonly requests: readonly { timeMs: number; client: string; cost: number }[]
}

function read(text: string | Uint8Array, options: LogReaderOptions = {}): Reading {
  const clients = new ClientTable()
  const requests: { timeMs: number; client: string; cost: number }[] = []
  const reader = createLogReader({ clients, ...options }, (timeMs, client, cost) =>
    requests.push({ timeMs, client: clients.name(client), cost }),
  )
  reader.push(typeof text === 'string' ? encoder.encode(text) : text)
  return { summary: reader.end(), requests }
}

// Case B75.
test('a quote that is escaped does not end its field', () => {
  const line = String.raw`192.0.2.1 - - [25/Feb/2020:18:55:34 +0000] "GET / HTTP/1.1" 302 5080 "-" "\"Mozilla/5.0 (X)\""`
  expect(read(line).requests).toEqual([
    { timeMs: Date.UTC(2020, 1, 25, 18, 55, 34), client: '192.0.2.1', cost: 1 },
  ])
})

// Case B78.
test('a request field that is only a dash counts, and unquoted fields may follow', () => {
  const { summary, requests } = read('192.0.2.5 - - [05/Aug/2016:09:32:06 -0300] "-" 408 - "-" "-" 0/14')
  expect(requests).toEqual([{ timeMs: Date.parse('2016-08-05T12:32:06Z'), client: '192.0.2.5', cost: 1 }])
  expect(summary.formatLabel).toBe('Combined Log Format')
})

// Case B79.
test('the zone of a stamp is applied', () => {
  const lines = [' +0100', ' +0200', ' +0330', ''].map(
    (zone) => `192.0.2.1 - - [01/Jan/1990:00:00:00${zone}] "GET / HTTP/1.1" 200 1\n`,
  )
  const { requests } = read(lines.join(''))
  expect(requests.map(({ timeMs }) => new Date(timeMs).toISOString())).toEqual([
    '1989-12-31T23:00:00.000Z',
    '1989-12-31T22:00:00.000Z',
    '1989-12-31T20:30:00.000Z',
    '1990-01-01T00:00:00.000Z',
  ])
})

// Case B80.
test('any protocol is fine, and none', () => {
  const lines = ['"GET / HTTP/2" 200 69668', '"GET /en HTTP/3.0" 403 1242', '"GET /old" 200 7'].map(
    (rest) => `192.0.2.1 - - [05/Aug/2016:09:32:06 +0000] ${rest}`,
  )
  const { summary } = read(lines.join('\n'))
  expect([summary.lines, summary.matched, summary.unmatched.size]).toEqual([3, 3, 0])
})
