import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLog as read, reasonsOf, stampsOf } from '../../../../../test/support/read-log.ts'
import { ClientTable } from './client-table.ts'
import type { LogFormatName } from './log-format.ts'

const usual = '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326 "-" "agent"'

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

test.each([
  ['LF', `${usual}\n${usual}\n`],
  ['CRLF', `${usual}\r\n${usual}\r\n`],
  ['no last line end', `${usual}\n${usual}`],
  ['a byte order mark', `\ufeff${usual}\n${usual}\n`],
])('lines end as they may: %s', (_, text) => {
  const { summary, requests } = read(text)
  expect([summary.lines, summary.matched]).toEqual([2, 2])
  expect(requests[0]).toEqual({ timeMs: Date.parse('2000-10-10T20:55:36Z'), client: '192.0.2.1', cost: 1 })
})

test('each line that is left out is counted with a reason, and the first one is shown', () => {
  const bad = [
    '',
    'hello',
    'a b 192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326',
    '192.0.2.1 - - [31/Feb/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326',
    '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0 200 2326',
    '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] GET / 200 2326',
    '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET /"x" HTTP/1.0" 200 2326',
    '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200',
    '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 1 "a"b "c"',
    'hello\u001b[31m',
  ]
  const { summary } = read([usual, ...bad].join('\n'), { format: 'combined' })
  expect(Object.fromEntries(summary.unmatched)).toEqual({
    'blank line': { count: 1, firstLine: 2, firstText: '' },
    'no time in brackets': { count: 1, firstLine: 3, firstText: 'hello' },
    'not exactly three fields before the time': { count: 2, firstLine: 4, firstText: bad[2] },
    'the time cannot be read': { count: 1, firstLine: 5, firstText: bad[3] },
    'a quote is not closed': { count: 1, firstLine: 6, firstText: bad[4] },
    'no quoted request after the time': { count: 1, firstLine: 7, firstText: bad[5] },
    'the status cannot be read': { count: 1, firstLine: 8, firstText: bad[6] },
    'the size cannot be read': { count: 1, firstLine: 9, firstText: bad[7] },
    'text follows a closing quote': { count: 1, firstLine: 10, firstText: bad[8] },
  })
})

test('a line of several MiB is read, and one over 16 MiB is skipped and counted', () => {
  const long = (mib: number): string => usual.replace('GET /', `GET /${'x'.repeat(mib * 1024 * 1024)}`)
  const text = [usual, long(3), long(17), usual].join('\n')
  for (const cuts of [[], Array.from({ length: 300 }, (_, index) => index * 65_536)]) {
    const { summary } = read(text, {}, cuts)
    expect([summary.lines, summary.matched, summary.unmatched.get('longer than 16 MiB')?.firstLine]).toEqual([
      4, 3, 3,
    ])
  }
})

test('a first line longer than what a format is found from', () => {
  const { summary } = read(usual.replace('GET /', `GET /${'x'.repeat(200_000)}`), {}, [50_000, 100_000])
  expect([summary.format, summary.matched]).toEqual(['combined', 1])
})

test('bytes that are not UTF-8 and NUL bytes do not disturb, and keep clients apart', () => {
  const lines = [0xff, 0xfe, 0].map((byte) => {
    const line = new TextEncoder().encode(`${usual.replace('192.0.2.1', 'x').replace('GET', 'G?T')}\n`)
    line[0] = byte
    line[line.indexOf(63)] = byte
    return line
  })
  const { summary, clients } = read(Uint8Array.from(lines.flatMap((line) => [...line])))
  expect([summary.matched, clients.size]).toEqual([3, 3])
})

test('a client is its text without the port', () => {
  const hosts = [
    '192.0.2.1:443',
    '[2001:db8::1]:443',
    '2001:db8::1',
    '[2001:db8::1]',
    '::1',
    'Example.ORG',
    'host:8080',
    '-',
  ]
  const { requests } = read(hosts.map((host) => usual.replace('192.0.2.1', host)).join('\n'))
  const names = [
    '192.0.2.1',
    '2001:db8::1',
    '2001:db8::1',
    '2001:db8::1',
    '::1',
    'Example.ORG',
    'host:8080',
    '-',
  ]
  expect(requests.map(({ client }) => client)).toEqual(names)
})

test('access lines inside a container log are read as they are', () => {
  const { summary, requests } = read(`2025-12-31T17:40:00.1+01:00 stdout F ${usual}\n`)
  expect([summary.matched, requests[0]?.client]).toEqual([1, '192.0.2.1'])
})

test('several logs can share a table of clients, and an empty key makes a log one client', () => {
  const clients = new ClientTable()
  read(usual, { clients })
  read(`${usual.replace('192.0.2.1', '192.0.2.2')}\n${usual}`, { clients })
  expect(clients.size).toBe(2)
  expect(
    read(`${usual}\n${usual.replace('192.0.2.1', '192.0.2.2')}`, { keyField: '' }).requests.map(
      ({ client }) => client,
    ),
  ).toEqual(['*', '*'])
})

test.each([
  ['an empty log', '', {}, 'the log is empty'],
  [
    'text of no format',
    'hello\nworld',
    {},
    'the first line is "hello"; tried combined, .*--format.*--time and --key',
  ],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 65, 0), {}, 'UTF-16'],
  ['a broken HAR', '{"log":{"entries":[', {}, 'HAR cannot be read'],
] as const)('%s is refused with one clear line', (_, text, options, message) => {
  expect(() => read(text, options)).toThrow(
    expect.objectContaining({
      code: 'ERR_UNKNOWN_LOG_FORMAT',
      message: expect.stringMatching(new RegExp(`^.*${message}.*$`)),
    }),
  )
})

test('an unknown format and a field where fields have no names are refused', () => {
  expect(() => read(usual, { format: 'xml' as LogFormatName })).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION' }),
  )
  expect(() => read(usual, { format: 'combined', keyField: 'ip' })).toThrow(
    expect.objectContaining({ code: 'ERR_LOG_FIELD' }),
  )
})

const printable = fc.string({ unit: fc.constantFrom(...Array.from('abc/?=&% "\\\t[]{}é日')) })
const quotedField = printable.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
const clfLine = fc.record({
  client: fc.constantFrom('192.0.2.1', '2001:db8::7', 'a.example', 'x', '198.51.100.255', 'ü'),
  user: fc.constantFrom('-', 'frank', 'a"b'),
  second: fc.integer({ min: 0, max: 4_000_000_000 }),
  zone: fc.constantFrom('+0000', '-0700', '+0330', '+1345'),
  fields: fc.tuple(
    quotedField,
    fc.array(fc.oneof(quotedField, fc.constantFrom('0/14', 'rt="0.1 s"', '-')), { maxLength: 4 }),
  ),
})

function written({
  client,
  user,
  second,
  zone,
  fields: [request, rest],
}: typeof clfLine extends fc.Arbitrary<infer T> ? T : never): string {
  const offset = Number(zone.slice(0, 3)) * 60 + Number(zone[0] + zone.slice(3))
  const [, , day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(
    new Date((second + offset * 60) * 1000).toUTCString(),
  )!
  return `${client} - ${user} [${day}/${month}/${year}:${time} ${zone}] ${[request, '200', '-', ...rest].join(' ')}`
}

test('any line that follows the format gives the time and client it was made of', () => {
  fc.assert(
    fc.property(fc.array(clfLine, { minLength: 1, maxLength: 8 }), (lines) => {
      const { requests } = read(lines.map(written).join('\n'))
      expect(requests).toEqual(
        lines.map(({ client, second }) => ({ timeMs: second * 1000, client, cost: 1 })),
      )
    }),
  )
})

// One client for all switches the quick way off, so this holds the quick way against the careful one. The first line
// is there to be remembered: the quick way reads lines of the same date only.
test('the quick way through a line accepts just what the careful one does', () => {
  const sameDate = fc
    .tuple(
      fc.constantFrom('192.0.2.1', 'x', '2001:db8::7'),
      quotedField,
      fc.array(quotedField, { maxLength: 3 }),
    )
    .map(([host, request, rest]) =>
      [`${host} - - [10/Oct/2000:13:55:36 -0700]`, request, '200 -', ...rest].join(' '),
    )
  const spoilt = fc
    .tuple(
      sameDate,
      fc.nat(),
      fc.constantFrom('', ' ', '"', '\\', '\\"', '\n', ':', '[', '-', '\r\n', '日', '*'),
    )
    .map(
      ([line, place, text]) =>
        line.slice(0, place % line.length) + text + line.slice((place % line.length) + 1),
    )
  const line = fc.oneof(sameDate, spoilt, fc.constantFrom('short', '', 'a-line-without-any-blank'))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const text = [usual, ...lines].join('\n')
      const quick = read(text, { format: 'combined' })
      const careful = read(text, { format: 'combined', keyField: '' })
      expect(stampsOf(quick)).toEqual(stampsOf(careful))
      expect(quick.summary).toEqual(careful.summary)
    }),
    { numRuns: 3000 },
  )
})

const formats: readonly LogFormatName[] = [
  'combined',
  'json',
  'caddy',
  'traefik',
  'envoy',
  'w3c',
  'cloudfront',
  'alb',
  'haproxy',
  'squid',
]
const samples = [
  usual,
  'a,b\n"x\ny",2020-01-01 00:00:00\n"z',
  '#Date: 2020-01-01 00:00:00\n#Fields: time c-ip\n00:00:00 192.0.2.1',
  '{"ts":1.5,"request":{"client_ip":"a\\u0041"}}',
  '192.0.2.1:5 [25/Feb/2019:16:19:48.143] f b/s 0/0/7/1457/1487 200 11394 "GET /"',
]

test('bytes of any kind never throw once a format is given', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom(...samples).map((text) => new TextEncoder().encode(text)),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...formats),
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      (format, pieces) => {
        const bytes = Uint8Array.from([10, ...pieces.flatMap((part) => [...part])])
        const { summary } = read(bytes, { format, ...(format === 'json' ? { timeField: 'ts' } : {}) })
        const left = [...summary.unmatched.values()].reduce((sum, { count }) => sum + count, 0)
        expect(summary.matched + left).toBe(summary.lines)
      },
    ),
    { numRuns: 1000 },
  )
})

test('where the text is cut into chunks changes nothing', () => {
  const texts = [
    `${usual}\r\n${usual.replace('192', '193')}\nbad\n${usual}`,
    `time,ip\r\n${'2020-01-01 00:00:01,"a\nb"\r\n'.repeat(3)}"2020`,
    `\ufeff${samples[3]}\n`,
    `${samples[2]}\n\n`,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.nat(200), { maxLength: 9 }), (text, places) => {
      const whole = read(text)
      const length = new TextEncoder().encode(text).length
      const cut = read(
        text,
        {},
        places.map((place) => place % length),
      )
      expect(cut.requests).toEqual(whole.requests)
      expect(cut.summary).toEqual(whole.summary)
    }),
    { numRuns: 500 },
  )
})

test('the unit of the stamps is told', () => {
  const stamps = ['2020-01-01 10:00', '2020-01-01 10:00:00', '2020-01-01 10:00:00.0']
  const units = stamps.map((stamp) => read(`time\n${stamp}\n`).summary.resolutionMs)
  expect(units).toEqual([60_000, 1000, 1])
  expect(stampsOf(read('time\n2020-01-01 10:00\n'))).toEqual(['2020-01-01T10:00:00.000Z'])
  expect(reasonsOf(read('time\n2020-01-01 10:00\n'))).toEqual({ 'header line': 1 })
})
