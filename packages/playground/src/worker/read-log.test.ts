import { expect, test } from 'vitest'
import { readLog } from './read-log.ts'

/** A table of times and clients. */
function table(rows: readonly (readonly [time: string, client: string])[]): File {
  return new File([`time,client\n${rows.map((row) => row.join(',')).join('\n')}\n`], 'requests.csv')
}

const day = (hour: number): string => `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`

test('a log that is in no order gives each client its requests in order', async () => {
  const { session } = await readLog(
    table([
      [day(5), 'a'],
      [day(3), 'b'],
      [day(4), 'a'],
      [day(1), 'b'],
      [day(2), 'a'],
    ]),
  )
  const hours = (client: number | 'all'): number[] =>
    Array.from(session.requestsOf(client).times, (timeMs) => new Date(timeMs).getUTCHours())
  expect(session.find('', 9)).toEqual([
    { client: 0, name: 'a', requests: 3 },
    { client: 1, name: 'b', requests: 2 },
  ])
  expect([hours(0), hours(1), hours('all')]).toEqual([
    [2, 4, 5],
    [1, 3],
    [1, 2, 3, 4, 5],
  ])
})

test('what is handed out is a copy: the page may do with it what it likes', async () => {
  const { session } = await readLog(table([[day(1), 'a']]))
  session.requestsOf(0).times.fill(0)
  session.requestsOf('all').times.fill(0)
  expect(session.requestsOf(0).times[0]).toBe(Date.parse(day(1)))
  expect(session.requestsOf('all').times[0]).toBe(Date.parse(day(1)))
})

test('requests beyond the most that are kept are left out, and said to be', async () => {
  const rows = Array.from({ length: 24 }, (_, hour) => [day(hour), `client ${hour % 5}`] as const)
  const { overview, session } = await readLog(table(rows), { mostRequests: 7 })
  expect(overview).toMatchObject({
    requests: 7,
    clients: 5,
    firstMs: Date.parse(day(0)),
    lastMs: Date.parse(day(6)),
  })
  expect(overview.shortfall).toBe('Only the first 7 requests were read.')
  expect(session.requestsOf('all').times).toHaveLength(7)
})

test('times at which no limit decides exactly are left out, and said to be', async () => {
  const { overview, session } = await readLog(
    table([
      ['1969-12-31T23:59:59Z', 'a'],
      [day(1), 'a'],
      ['2070-01-01T00:00:01Z', 'b'],
    ]),
  )
  expect(overview).toMatchObject({ requests: 1, firstMs: Date.parse(day(1)), lastMs: Date.parse(day(1)) })
  expect(overview.shortfall).toBe('2 requests outside 1970 to 2070 were left out.')
  expect(session.requestsOf('all').times).toHaveLength(1)
})
