/** Real logs, against what two programs written apart found in them (test/fixtures/truth/README.md). */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLog, reasonsOf } from '../../../../../test/support/read-log.ts'

const fixtures = new URL('../../../../../test/fixtures/', import.meta.url)

interface Expected {
  readonly lines: number
  readonly matched: number
  readonly unmatched: Record<string, number>
  readonly unmatched_first: readonly { line: number; why: string }[]
  readonly clients: number
  readonly first_ms: number
  readonly last_ms: number
  readonly earlier_than_a_line_above: number
  readonly busiest_client: { client: string; requests: number }
}

function logBytes(name: string): Uint8Array {
  const bytes = readFileSync(new URL(`access-logs/${name}`, fixtures))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function secondOf(ms: number | undefined): string {
  return new Date(ms ?? Number.NaN).toISOString().slice(0, 19)
}

const truth: { logs: Record<string, Expected> } = JSON.parse(
  readFileSync(new URL('truth/replay-expected.json', fixtures), 'utf8'),
)

test.each(Object.entries(truth.logs))('%s is read as it should be', (name, expected) => {
  const read = readLog(logBytes(name))
  const counts = new Map<string, number>()
  for (const { client } of read.requests) counts.set(client, (counts.get(client) ?? 0) + 1)
  const { summary } = read
  expect({
    lines: summary.lines,
    matched: summary.matched,
    unmatched: reasonsOf(read),
    clients: counts.size,
    first_ms: summary.firstMs,
    last_ms: summary.lastMs,
    earlier_than_a_line_above: summary.earlierThanALineAbove,
    busiest: counts.get(expected.busiest_client.client),
  }).toEqual({
    lines: expected.lines,
    matched: expected.matched,
    unmatched: expected.unmatched,
    clients: expected.clients,
    first_ms: expected.first_ms,
    last_ms: expected.last_ms,
    earlier_than_a_line_above: expected.earlier_than_a_line_above,
    busiest: expected.busiest_client.requests,
  })
  expect(Math.max(...counts.values())).toBe(expected.busiest_client.requests)
  for (const reason of summary.unmatched.keys()) {
    const first = expected.unmatched_first.find(({ why }) => why === reason)
    expect(summary.unmatched.get(reason)?.firstLine).toBe(first?.line)
  }
})

// From the tables of test/fixtures/access-logs/README.md: format, lines, requests, clients, first and last second.
test.each([
  [
    'basjes-hackers-2015.combined.log.gz',
    'combined',
    3456,
    3456,
    520,
    '2015-10-25T03:11:25',
    '2015-10-30T14:59:39',
  ],
  ['zanbil-shop-2019.nginx.log', 'combined', 1000, 1000, 101, '2019-01-22T00:26:14', '2019-01-22T00:29:11'],
  ['nasa-1995-07-01.tsv.gz', 'tsv', 10000, 9999, 936, '1995-07-01T04:00:01', '1995-07-01T07:39:44'],
  ['nasa-1995-08-01.tsv.gz', 'tsv', 10000, 9999, 853, '1995-08-01T04:00:01', '1995-08-01T11:54:42'],
  ['azure-llm-conv-2023.csv.gz', 'csv', 19367, 19366, 1, '2023-11-16T18:15:46', '2023-11-16T19:14:08'],
  [
    'formats/dos-bypass-cache.combined.log',
    'combined',
    356,
    356,
    14,
    '2023-10-10T08:32:31',
    '2023-10-10T08:32:32',
  ],
  [
    'formats/dos-random-uri.combined.log',
    'combined',
    66,
    66,
    1,
    '2023-10-10T09:06:56',
    '2023-10-10T09:06:56',
  ],
  ['formats/envoy-crawl.cri.log', 'envoy', 41, 41, 1, '2025-12-31T16:40:00', '2025-12-31T16:40:00'],
  ['formats/sitespeed-page-load.har', 'har', 27, 27, 1, '2017-02-22T13:59:06', '2017-02-22T13:59:15'],
  [
    'formats/apache-tls-bytes.combined.log',
    'combined',
    11,
    11,
    1,
    '2023-10-16T18:57:49',
    '2023-10-16T18:57:56',
  ],
  ['formats/nginx-oddities.log', 'combined', 7, 3, 3, '2016-12-07T10:05:07', '2018-04-12T07:48:40'],
  ['formats/caddy-ipv6.jsonl', 'caddy', 4, 4, 4, '2024-05-26T11:42:52', '2024-05-26T14:16:03'],
  ['formats/cloudflare-http.jsonl', 'cloudflare', 15, 15, 14, '2024-04-10T23:00:00', '2024-04-10T23:00:44'],
  ['formats/haproxy-http.syslog.log', 'haproxy', 17, 13, 5, '2019-02-25T16:19:48', '2019-02-25T16:20:14'],
  ['formats/aws-cloudfront.tsv', 'cloudfront', 2, 2, 1, '2024-03-12T15:22:28', '2024-03-12T15:22:28'],
  ['formats/envoy-mixed.cri.log', 'envoy', 10, 6, 6, '2025-12-31T16:37:40', '2026-01-24T01:36:00'],
  ['formats/iis-non-ascii.w3c.log', 'w3c', 5, 1, 1, '2015-01-13T00:32:17', '2015-01-13T00:32:17'],
])('%s is found to be %s and read', (name, format, lines, matched, clients, first, last) => {
  const { summary, clients: table } = readLog(logBytes(name))
  expect([summary.format, summary.lines, summary.matched, table.size]).toEqual([
    format,
    lines,
    matched,
    clients,
  ])
  expect([secondOf(summary.firstMs), secondOf(summary.lastMs)]).toEqual([first, last])
})

// Its combined line is a request too, so there is one more than lines in the layouts of Nginx Proxy Manager.
test('a log of Nginx Proxy Manager is read in both of its layouts', () => {
  const read = readLog(logBytes('formats/nginx-proxy-manager.log'))
  expect([read.summary.lines, read.summary.matched, read.clients.size]).toEqual([14, 12, 9])
  expect(read.summary.unmatched.get('not exactly three fields before the time')?.firstLine).toBe(5)
})

test('logs of something else than requests are refused', () => {
  for (const name of ['elastic-ssh-auth.syslog.gz', 'formats/nginx-limit-req.error.log']) {
    expect(() => readLog(logBytes(name))).toThrow(expect.objectContaining({ code: 'ERR_UNKNOWN_LOG_FORMAT' }))
  }
})
