import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { HeaderInput } from '../header-input.ts'
import { wholeFetchHeaders, wholeHeaders } from './whole-headers.ts'

/** What is believed of a request of so many lines by a server that keeps so many. */
async function believed(lines: number, maxHeadersCount: number | null): Promise<HeaderInput> {
  const server = createServer({ maxHeaderSize: 1_000_000 })
  server.maxHeadersCount = maxHeadersCount
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const more = Array.from({ length: lines - 2 }, (_, index) => `X-${index}: 1`)
  socket.write(['GET / HTTP/1.1', 'Host: localhost', ...more, 'X-Last: proxy', '', ''].join('\r\n'))
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  socket.destroy()
  server.close()
  return wholeHeaders(request)
}

test.each([
  [900, null, true],
  [1000, null, false],
  [3000, null, false],
  [9, 10, true],
  [10, 10, false],
  [200, 10, false],
  [3000, 0, true],
  [3000, 4000, true],
  [5000, 4000, false],
])('of %d headers, where the server keeps %s, all are believed: %s', async (lines, most, isBelieved) => {
  const headers = await believed(lines, most)
  expect('x-last' in headers).toBe(isBelieved)
})

test('a request of the Fetch standard is believed by what it was made of, if that is known', () => {
  const request = new Request('http://localhost/', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  for (const platform of [
    undefined,
    null,
    'text',
    {},
    { incoming: {} },
    { incoming: { rawHeaders: ['a', '1'] } },
  ]) {
    expect(wholeFetchHeaders(request, platform)).toBe(request.headers)
  }
  const incoming = { rawHeaders: Array.from({ length: 2000 }, () => 'x') }
  expect(wholeFetchHeaders(request, { incoming })).toEqual([])
})
