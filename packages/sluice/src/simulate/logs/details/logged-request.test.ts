import { describe, expect, test } from 'vitest'
import { createLogReader, type LogReaderOptions } from '../log-reader.ts'
import { encodeText } from '../text.ts'
import type { LoggedRequest } from './logged-request.ts'

/** What a log says of its requests, and the numbers that its sink was told. */
function logged(
  text: string,
  options: LogReaderOptions = {},
): { requests: LoggedRequest[]; numbers: number[]; matched: number } {
  const requests: LoggedRequest[] = []
  const numbers: number[] = []
  const numberOf = (request: LoggedRequest): number => 100 + requests.push(request)
  const reader = createLogReader({ ...options, numberOf }, (_, number) => numbers.push(number))
  reader.push(encodeText(text))
  const { matched } = reader.end()
  return { requests, numbers, matched }
}

const TIME = '[01/Jan/2020:12:00:00 +0000]'

test.each<[string, string, LoggedRequest]>([
  [
    'Common',
    `192.0.2.1 - ann ${TIME} "POST /a?b HTTP/1.1" 404 5\n`,
    { client: '192.0.2.1', user: 'ann', method: 'POST', path: '/a?b', status: '404' },
  ],
  [
    'Combined, with escapes',
    `192.0.2.1 - - ${TIME} "GET /\\x22a\\" HTTP/1.1" 200 5 "http://a.example/" "x \\"y\\"" rest\n`,
    {
      client: '192.0.2.1',
      method: 'GET',
      path: '/"a"',
      status: '200',
      'header.referer': 'http://a.example/',
      'header.user-agent': 'x "y"',
    },
  ],
  [
    'Combined without a request',
    `192.0.2.1 - - ${TIME} "-" 400 0 "-" "-"\n`,
    { client: '192.0.2.1', status: '400' },
  ],
  [
    'Nginx Proxy Manager',
    `192.0.2.9 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "-"\n${TIME} - 404 404 - GET http a.example "/x" [Client 192.0.2.1] [Length 1] [Gzip -] [Sent-to b] "agent" "-"\n`,
    {
      client: '192.0.2.1',
      method: 'GET',
      host: 'a.example',
      path: '/x',
      status: '404',
      'header.user-agent': 'agent',
    },
  ],
  [
    'JSON of nginx',
    '{"time":"2020-01-01T12:00:00Z","remote_addr":"192.0.2.1","request":"GET /a HTTP/1.1","status":200,"http_user_agent":"x","account":"k7"}\n',
    {
      client: '192.0.2.1',
      method: 'GET',
      path: '/a',
      status: '200',
      'header.user-agent': 'x',
      account: 'k7',
    },
  ],
  [
    'JSON of Caddy',
    '{"level":"info","ts":1577880000.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"192.0.2.1","client_ip":"192.0.2.1","proto":"HTTP/1.1","method":"PUT","host":"a.example","uri":"/u","headers":{"User-Agent":["x"]}},"user_id":"ann","status":201}\n',
    {
      client: '192.0.2.1',
      method: 'PUT',
      host: 'a.example',
      path: '/u',
      user: 'ann',
      status: '201',
      'header.user-agent': 'x',
    },
  ],
  [
    'the W3C format',
    '#Fields: date time c-ip cs-username cs-method cs-uri-stem sc-status cs(User-Agent)\n2020-01-01 12:00:00 192.0.2.1 ann GET /a 304 x+y\n',
    {
      client: '192.0.2.1',
      user: 'ann',
      method: 'GET',
      path: '/a',
      status: '304',
      'header.user-agent': 'x+y',
    },
  ],
  [
    'CSV, over two lines',
    'time,host,method,url,response,note\n2020-01-01T12:00:00Z,192.0.2.1,GET,/a,200,"one\ntwo"\n',
    { client: '192.0.2.1', method: 'GET', path: '/a', status: '200', note: 'one\ntwo' },
  ],
  [
    'Squid',
    '1577880000.123 5 192.0.2.1 TCP_MISS/503 99 GET http://a.example/x?y ann DIRECT/192.0.2.9 text/html\n',
    {
      client: '192.0.2.1',
      method: 'GET',
      path: 'http://a.example/x?y',
      host: 'a.example',
      user: 'ann',
      status: '503',
    },
  ],
  [
    'HAR',
    JSON.stringify({
      log: {
        entries: [
          {
            startedDateTime: '2020-01-01T12:00:00.000Z',
            request: {
              method: 'GET',
              url: 'https://a.example/x',
              headers: [{ name: 'User-Agent', value: 'x' }],
            },
            response: { status: 200 },
          },
        ],
      },
    }),
    {
      client: '*',
      method: 'GET',
      path: 'https://a.example/x',
      host: 'a.example',
      status: '200',
      'header.user-agent': 'x',
    },
  ],
])('what a log in %s says of a request', (_, text, expected) => {
  const { requests, numbers, matched } = logged(text)
  expect(requests.at(-1)).toMatchObject(expected)
  expect(numbers).toEqual(Array.from({ length: matched }, (__, index) => 101 + index))
})

describe('what is not told', () => {
  test('is left out, and so is a host that is the client', () => {
    const text = 'time\thost\tmethod\turl\n2020-01-01T12:00:00Z\ta.example\t-\t\n'
    expect(Object.keys(logged(text).requests[0] ?? {})).toEqual(['time', 'client'])
  })

  test('does not come from lines above', () => {
    const line = `192.0.2.1 - ann ${TIME} "GET /a HTTP/1.1" 200 5\n`
    const { requests } = logged(`${line}nonsense\n192.0.2.2 - - ${TIME} "-" 400 0\n`)
    expect(requests[1]).toEqual({ client: '192.0.2.2', status: '400' })
  })
})

test('a log whose requests are numbered so is not read in pieces', () => {
  const reader = createLogReader({ numberOf: () => 0 }, () => undefined)
  reader.push(encodeText(`192.0.2.1 - - ${TIME} "GET / HTTP/1.1" 200 5\n`.repeat(2000)))
  expect(reader.pieceSource).toBeUndefined()
})
