/** The answers on the page about telling the client are those that a server gives. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { rateLimit } from '../../packages/sluice/src/http/adapters/node.ts'
import { createLimiter, manualClock, tokenBucket } from '../../packages/sluice/src/index.ts'
import { listening } from '../http/adapters/listening.ts'
import { send } from '../http/adapters/send.ts'

const page = readFileSync(new URL('../../docs/guides/telling-the-client.md', import.meta.url), 'utf8')
/** Each block holds the head of a request, the head of its answer, and the answer's body. */
const exchanges = [...page.matchAll(/^```http\nGET (\S+) [^]*?\n\n(HTTP[^]*?)\n\n([^]*?)^```$/gm)].map(
  ([, path = '', head = '', body = '']) => ({ path, lines: head.split('\n'), body }),
)

test('the exchanges end as the page says', async () => {
  expect(exchanges).toHaveLength(2)
  const limiter = createLimiter({ limit: tokenBucket({ capacity: 2, rate: '5/min' }), clock: manualClock(0) })
  const server = createServer(rateLimit({ name: 'search', limiter })((_, response) => response.end('[]')))
  const app = await listening(server)
  try {
    await send(app.port, { path: '/search?q=lamp' })
    for (const { path, lines, body } of exchanges) {
      const [statusLine, ...headers] = lines
      const answer = await send(app.port, { path })
      expect(statusLine).toContain(` ${answer.status} `)
      for (const line of headers) {
        const [name = '', value] = line.split(/: (.*)/)
        expect([name, answer.header(name)]).toEqual([name, value])
      }
      expect(JSON.parse(answer.body)).toEqual(JSON.parse(body))
    }
  } finally {
    await app.close()
  }
})
