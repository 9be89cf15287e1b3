/** Formats whose fields have names: CSV, TSV, JSON lines and W3C. */
import { expect, test } from 'vitest'
import { readLog, reasonsOf, stampsOf } from '../../../../../../test/support/read-log.ts'

function missingUser(names: string): unknown {
  const message = `the log has no field "user"; its fields are ${names}`
  return expect.objectContaining({ code: 'ERR_LOG_FIELD', message })
}

const clientsOf = (read: ReturnType<typeof readLog>): readonly string[] =>
  read.requests.map(({ client }) => client)

test('quoted CSV fields may hold separators, doubled quotes and line ends', () => {
  const read = readLog('when,who,text\r\n2020-01-01,"a ""b"", c","x\r\ny"\r\n', {
    format: 'csv',
    timeField: 'when',
    keyField: 'who',
  })
  expect(reasonsOf(read)).toEqual({ 'header line': 1, 'the time cannot be read': 1 })
  const text = 'time,ip,agent\n"2020-01-01 00:00:01","a ""b"", c","x\ny"\n2020-01-01 00:00:02,d,"z"\n'
  const good = readLog(text)
  expect(clientsOf(good)).toEqual(['a "b", c', 'd'])
  expect([good.summary.lines, good.summary.matched]).toEqual([4, 2])
})

test('a CSV quote that is never closed costs its own line only', () => {
  const rows = Array.from({ length: 50 }, (_, index) => `2020-01-01 00:00:${10 + index},192.0.2.${index},x`)
  const read = readLog(
    ['time,ip,agent', rows[0], '2020-01-01 00:00:09,192.0.2.99,"open', ...rows.slice(1)].join('\n'),
  )
  expect(read.summary.matched).toBe(50)
  expect(read.summary.unmatched.get('a quote is not closed')).toEqual({
    count: 1,
    firstLine: 3,
    firstText: '2020-01-01 00:00:09,192.0.2.99,"open',
  })
})

test('rows that do not fit are counted by reason', () => {
  const read = readLog('time,ip,n\n1,a,1\n2,b\nx,c,1\n4,d,-1\n5,e,1.5\n6,f,200.0\n7,"g"h,1\n\n', {
    costField: 'n',
  })
  expect(reasonsOf(read)).toEqual({
    'header line': 1,
    'fewer fields than the header': 1,
    'the time cannot be read': 1,
    'the cost is not a whole number': 2,
    'text follows a closing quote': 1,
    'blank line': 1,
  })
  expect(read.requests.map(({ cost }) => cost)).toEqual([1, 200])
})

test('two columns can hold the time, and what was taken is told', () => {
  const text = 'ip,date,time,zone\n192.0.2.1,2017-06-30,00:00:07,0.0\n'
  const guessed = readLog(text)
  const named = readLog(text, { format: 'csv', timeField: 'date+time', keyField: 'ip' })
  expect(stampsOf(guessed)).toEqual(['2017-06-30T00:00:07.000Z'])
  expect(named.requests).toEqual(guessed.requests)
  expect(named.summary.formatLabel).toBe('CSV (time: date+time, client: ip)')
  expect(readLog(text, { keyField: '' }).summary.formatLabel).toBe('CSV (time: date+time, all as one client)')
})

test.each([
  ['csv', 'time,ip\n1,a\n', { timeField: 'when' }, 'the log has no field "when"; its fields are time, ip'],
  ['csv', 'time,ip\n1,a\n', { keyField: 'user' }, 'the log has no field "user"; its fields are time, ip'],
  ['tsv', 'a\tb\n1\ta\n', {}, 'no field looks like a time; name it; its fields are a, b'],
  [
    'json',
    '{"ts":1,"a":{"b":2}}\n',
    { costField: 'a.c' },
    'the log has no field "a.c"; its fields are ts, a, a.b',
  ],
] as const)(
  'a field of %s that is not there is named with those that are',
  (format, text, fields, message) => {
    const fault = expect.objectContaining({ code: 'ERR_LOG_FIELD', message })
    expect(() => readLog(text, { format, ...fields })).toThrow(fault)
  },
)

test('a field that is not there is told, too, when the format has to be found', () => {
  const fields = { keyField: 'user' }
  expect(() => readLog('time,ip\n1,a\n', fields)).toThrow(missingUser('time, ip'))
  expect(() => readLog('time\tip\n1\ta\n', fields)).toThrow(missingUser('time, ip'))
  expect(() => readLog('{"ts":1,"a":{"b":2}}\n', fields)).toThrow(missingUser('ts, a, a.b'))
})

test('a JSON member of exactly the name comes before a dotted path', () => {
  const text = '{"a.t":1,"a":{"t":2,"k":"x"}}\n{"a":{"t":2,"k":"y:1"}}\n'
  const read = readLog(text, { timeField: 'a.t', keyField: 'a.k' })
  expect(read.requests).toEqual([
    { timeMs: 1000, client: 'x', cost: 1 },
    { timeMs: 2000, client: 'y:1', cost: 1 },
  ])
})

test('JSON times keep every digit that counts', () => {
  const stamps = [
    '1712790000099999999',
    '1712790000100000000',
    '1700000000.1239',
    '1700000000123',
    '1700000000123999',
    '"2023-11-14T22:13:20.1239+00:00"',
    '"14/Nov/2023:22:13:20 +0000"',
  ]
  const read = readLog(
    stamps.map((stamp) => `{"EdgeStartTimestamp":${stamp},"ClientIP":"192.0.2.1"}`).join('\n'),
  )
  expect(read.summary.format).toBe('cloudflare')
  expect(read.requests.map(({ timeMs }) => timeMs)).toEqual([
    1712790000099, 1712790000100, 1700000000123, 1700000000123, 1700000000123, 1700000000123, 1700000000000,
  ])
})

test('JSON clients: escapes are resolved, numbers taken as text, none is *', () => {
  const clients = [String.raw`"\u0041\"b"`, '12', 'null', '""', String.raw`"\ud800"`, String.raw`"\ud801"`]
  const lines = clients.map((client) => `{"time":1,"key":${client}}`)
  const read = readLog([...lines, '{"time":1}'].join('\n'), { keyField: 'key' })
  expect(clientsOf(read).slice(0, 4)).toEqual(['A"b', '12', '*', ''])
  expect(read.clients.size).toBe(6)
})

test('JSON lines that are none of a request say so', () => {
  const caddy = '{"ts":1,"msg":"handled request","request":{"remote_ip":"192.0.2.1"}}'
  const other = [
    caddy.replace('handled request', 'dial failed'),
    '{"ts":1,"msg":"started"}',
    '{"ts":1',
    '[1]',
    `${caddy}x`,
  ]
  expect(reasonsOf(readLog([caddy, ...other].join('\n')))).toEqual({
    'not an access record': 2,
    'not JSON': 3,
  })
})

test('the client of an Envoy record is the peer, with or without a port', () => {
  const peers = [
    '"downstream_remote_address":"192.0.2.1:4000"',
    '"downstream_remote_address":"[fd00::1]:4000"',
    '"downstream_remote_address_without_port":"fd00::1"',
  ]
  const read = readLog(
    peers
      .map((peer) => `{"start_time":"2025-12-31T16:40:00.100Z",${peer},"x-forwarded-for":"192.0.2.9"}`)
      .join('\n'),
  )
  expect(read.summary.format).toBe('envoy')
  expect(clientsOf(read)).toEqual(['192.0.2.1', 'fd00::1', 'fd00::1'])
})

test('nesting without end is refused, not a crash', () => {
  const deep = `{"time":1,"a":${'['.repeat(100_000)}`
  expect(reasonsOf(readLog(`{"time":1}\n${deep}`))).toEqual({ 'not JSON': 1 })
})

test('the columns of a W3C log may change inside it', () => {
  const read = readLog(
    '#Fields: date time c-ip\n2020-01-01 00:00:01 192.0.2.1\n#Fields: c-ip time date\n192.0.2.2 00:00:02.5 2020-01-01\n192.0.2.3 00:00:03\n',
  )
  expect(stampsOf(read)).toEqual(['2020-01-01T00:00:01.000Z', '2020-01-01T00:00:02.500Z'])
  expect(reasonsOf(read)).toEqual({ directive: 2, 'not as many fields as #Fields names': 1 })
})

test('a W3C log of directives alone is known, and any column can be the client', () => {
  const head = '#Version: 1.0\n#Fields: date time c-ip cs-username\n'
  expect([readLog(head).summary.format, readLog(head).summary.matched]).toEqual(['w3c', 0])
  const line = '2020-01-01 00:00:01 192.0.2.1 frank\n'
  expect(clientsOf(readLog(head + line, { keyField: 'cs-username' }))).toEqual(['frank'])
  expect(() => readLog(head + line, { keyField: 'user' })).toThrow(
    expect.objectContaining({ code: 'ERR_LOG_FIELD' }),
  )
})

test('a HAProxy client may be an IPv6 address, and a TCP line is none of a request', () => {
  const http =
    '[25/Feb/2019:16:19:48.143] f b/s 0/0/7/1457/1487 200 11394 - - ---- 2/1/0/0/0 0/0 "GET / HTTP/1.1"'
  const tcp = '192.0.2.1:5 [25/Feb/2019:16:19:48.143] f b/s 0/0/5007 212 -- 0/0/0/0/3 0/0'
  const read = readLog(
    [`2001:db8::1:53332 ${http}`, `Feb 25 16:19:49 lb haproxy[7]: 192.0.2.1:5 ${http}`, tcp].join('\n'),
  )
  expect(clientsOf(read)).toEqual(['2001:db8::1', '192.0.2.1'])
  expect(reasonsOf(read)).toEqual({ 'not an access record': 1 })
})
