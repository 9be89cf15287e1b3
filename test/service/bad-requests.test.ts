/** What the service is sent is read strictly, and every fault has its code, its field and its remedy. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestErrors } from '../../packages/server/src/service/errors/request-error.ts'
import { connectRaw } from './raw-connection.ts'
import { startService, type ListeningService } from './running-service.ts'

let service: ListeningService

beforeAll(async () => {
  service = await startService()
})

interface ErrorBody {
  readonly error: { readonly code: string; readonly field: string | null; readonly [member: string]: unknown }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly error: ErrorBody['error']
}

async function answered(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(service.url + path, init)
  const { error } = (await response.json()) as ErrorBody
  return { status: response.status, headers: response.headers, error }
}

const json = { 'Content-Type': 'application/json' }

function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = json,
): Promise<Answer> {
  return answered('/v1/check', { method: 'POST', headers, body })
}

const bad = (body: string, code: string, field: string | null) => ({ body, code, field })

test.each([
  bad('', 'ERR_INVALID_JSON', null),
  bad('{', 'ERR_INVALID_JSON', null),
  bad('{"attributes":{},}', 'ERR_INVALID_JSON', null),
  bad('{"attributes":{}} x', 'ERR_INVALID_JSON', null),
  bad('NaN', 'ERR_INVALID_JSON', null),
  bad('['.repeat(60_000), 'ERR_INVALID_JSON', null),
  bad('null', 'ERR_INVALID_BODY', null),
  bad('[]', 'ERR_INVALID_BODY', null),
  bad('"attributes"', 'ERR_INVALID_BODY', null),
  bad('{}', 'ERR_MISSING_FIELD', 'attributes'),
  bad('{"cost":1}', 'ERR_MISSING_FIELD', 'attributes'),
  bad('{"attributes":{},"costs":1}', 'ERR_UNKNOWN_FIELD', 'costs'),
  bad('{"attributes":{},"__proto__":{}}', 'ERR_UNKNOWN_FIELD', '__proto__'),
  bad('{"attributes":null}', 'ERR_INVALID_FIELD', 'attributes'),
  bad('{"attributes":[]}', 'ERR_INVALID_FIELD', 'attributes'),
  bad('{"attributes":"client"}', 'ERR_INVALID_FIELD', 'attributes'),
  bad('{"attributes":{"client":null}}', 'ERR_INVALID_FIELD', 'attributes.client'),
  bad('{"attributes":{"client":["192.0.2.1"]}}', 'ERR_INVALID_FIELD', 'attributes.client'),
  bad('{"attributes":{"header":{"x-api-key":"k"}}}', 'ERR_INVALID_FIELD', 'attributes.header'),
  bad('{"attributes":{"size":1e999}}', 'ERR_INVALID_FIELD', 'attributes.size'),
  bad('{"attributes":{},"cost":-1}', 'ERR_INVALID_COST', 'cost'),
  bad('{"attributes":{},"cost":0.5}', 'ERR_INVALID_COST', 'cost'),
  bad('{"attributes":{},"cost":"1"}', 'ERR_INVALID_COST', 'cost'),
  bad('{"attributes":{},"cost":null}', 'ERR_INVALID_COST', 'cost'),
  bad('{"attributes":{},"cost":9007199254740992}', 'ERR_INVALID_COST', 'cost'),
])('$body is $code', async ({ body, code, field }) => {
  const { status, headers, error } = await post(body)
  expect({ status, code: error.code, field: error.field }).toEqual({ status: 400, code, field })
  expect(Object.keys(error)).toEqual(['code', 'message', 'field', 'found', 'remedy'])
  expect(error['remedy']).toMatch(/^[A-Z].{10,}\.$/)
  expect(headers.get('Content-Type')).toBe('application/json')
  expect(headers.get('RateLimit')).toBeNull()
})

test('a name that every object has is an attribute like any other', async () => {
  const response = await fetch(`${service.url}/v1/check`, {
    method: 'POST',
    headers: json,
    body: '{"attributes":{"__proto__":"a","constructor":"b","toString":true,"n":1}}',
  })
  expect(response.status).toBe(200)
})

test('text that is no UTF-8 is turned away, so that two clients never become one', async () => {
  const bytes = Buffer.from('{"attributes":{"client":"?"}}')
  bytes[bytes.indexOf('?')] = 0xff
  expect((await post(new Uint8Array(bytes))).error.code).toBe('ERR_INVALID_JSON')
})

/** A check of so many bytes. */
const filled = (length: number) => `{"attributes":{"a":"${'x'.repeat(length - 23)}"}}`

describe('a body', () => {
  test('may be 65,536 bytes long, and not one more', async () => {
    const longest = await fetch(`${service.url}/v1/check`, {
      method: 'POST',
      headers: json,
      body: filled(65_536),
    })
    expect(longest.status).toBe(200)
    const { status, error } = await post(filled(65_537))
    expect([status, error.code]).toEqual([413, 'ERR_BODY_TOO_LARGE'])
  })

  test('that hides its length is counted as it comes', async () => {
    const connection = await connectRaw(service.port)
    connection.socket.write(
      'POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`
    connection.socket.write(chunk + chunk + chunk)
    expect(await connection.closed).toMatch(/^HTTP\/1.1 413 .*ERR_BODY_TOO_LARGE/s)
  })

  test.each([
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['text', { 'Content-Type': 'text/plain' }],
    ['bytes', { 'Content-Type': 'application/octet-stream' }],
    ['compressed', { ...json, 'Content-Encoding': 'gzip' }],
  ])('sent as %s is turned away', async (_, headers) => {
    const { status, error } = await post('{"attributes":{}}', headers)
    expect([status, error.code]).toEqual([415, 'ERR_UNSUPPORTED_MEDIA_TYPE'])
  })
})

test.each([
  ['GET', '/v1/check', 'POST'],
  ['PUT', '/v1/check', 'POST'],
  ['DELETE', '/v1/check', 'POST'],
  ['OPTIONS', '/v1/check', 'POST'],
  ['PROPFIND', '/v1/check', 'POST'],
  ['GET', '/v1/settle', 'POST'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
])('%s %s is told that only %s will do', async (method, path, allow) => {
  const { status, headers, error } = await answered(path, { method })
  expect([status, error.code, headers.get('Allow')]).toEqual([405, 'ERR_METHOD_NOT_ALLOWED', allow])
})

test.each(['/nothing', '/v1', '/v1/check/', '/healthz/x', '/%2e%2e/package.json', '/.env'])(
  'nothing is at %s, and the answer says what there is',
  async (path) => {
    const { status, error } = await answered(path, {})
    expect([status, error.code]).toEqual([404, 'ERR_NOT_FOUND'])
    expect(error['remedy']).toBe('There are GET /, POST /v1/check, POST /v1/settle, GET /healthz.')
  },
)

test.each([
  ['a path that cannot be decoded', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  [
    'a path that leads out of the folder',
    'GET /../../package.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    404,
  ],
  ['a path with a zero byte', 'GET /a/%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ['no HTTP', 'HELLO\r\n\r\n', 400],
  [
    'two lengths',
    'POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    400,
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s gets an answer in the same form', async (_, bytes, status) => {
  const connection = await connectRaw(service.port)
  connection.socket.write(bytes)
  const [head = '', body = ''] = (await connection.closed).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect((JSON.parse(body) as ErrorBody).error.code).toMatch(/^ERR_[A-Z_]+$/)
})

test('GET and HEAD of /healthz say that the service is well', async () => {
  const health = await fetch(`${service.url}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  const head = await fetch(`${service.url}/healthz`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the page of the service and its table of errors list each other exactly', () => {
  const page = readFileSync(new URL('../../docs/reference/http-api.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(ERR_[A-Z_]+)` +\| (\d+) +\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(rows).toEqual(Object.entries(requestErrors).map(([code, { status }]) => [code, status]))
})

test('nothing that was sent was the fault of the service', () => {
  expect(service.stderr).toBe('')
})
