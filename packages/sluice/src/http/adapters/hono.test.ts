/** Hono where there is no server of Node's under it, as on Workers, Deno and Bun. */
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { rateLimit, type HonoRateLimitOptions } from './hono.ts'

function appWith(options: Omit<HonoRateLimitOptions, 'limiter'> = {}): Hono {
  const limiter = createLimiter({ limit: fixedWindow({ limit: 9, window: '1m' }), clock: manualClock(0) })
  const app = new Hono()
  app.use(rateLimit({ limiter, ...options }))
  app.get('/context', (context) => context.text('hello'))
  app.get('/own', () => new Response('hello'))
  app.get('/redirect', () => Response.redirect('http://localhost/there', 302))
  app.get('/throw', () => {
    throw new HTTPException(418)
  })
  return app
}

test.each([
  ['/context', 200],
  ['/own', 200],
  ['/redirect', 302],
  ['/throw', 418],
  ['/nowhere', 404],
])('%s tells where its client stands', async (path, status) => {
  const response = await appWith().request(path)
  expect([response.status, response.headers.get('RateLimit')]).toEqual([status, '"default";r=8;t=60'])
})

test('refusals are answered, with an own body or by an error, with all headers', async () => {
  const handlers: Pick<HonoRateLimitOptions, 'handler'>[] = [
    {},
    { handler: (context) => context.json({ slow: 'down' }) },
    { handler: () => new Response('slow down', { status: 429 }) },
    {
      handler: () => {
        throw new HTTPException(429, { message: 'slow down' })
      },
    },
  ]
  for (const handler of handlers) {
    const { status, headers } = await appWith({ cost: 10, ...handler }).request('/context')
    expect(status).toBe(429)
    expect(headers.get('RateLimit')).toBe('"default";r=9;t=1')
    expect(headers.get('Cache-Control')).toBe('no-store')
  }
})

test('clients are known by what the platform hands over, or by its header', async () => {
  const seen: unknown[] = []
  const onRefused = ({ keys }: { readonly keys: unknown }) => seen.push(keys)
  await appWith({ cost: 10, onRefused }).request('/own', {}, { remoteAddr: { hostname: '192.0.2.1' } })
  const address = { source: 'cf-connecting-ip', trustedHops: 1 }
  const headers = { 'CF-Connecting-IP': '192.0.2.2' }
  await appWith({ cost: 10, onRefused, address }).request('/own', { headers })
  expect(seen).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('a body that streams is settled when it has ended', async () => {
  const used: number[] = []
  const app = appWith({ cost: 5, settle: (_, status) => used.push(status) })
  const response = await app.request('/own')
  expect(used).toEqual([])
  expect(await response.text()).toBe('hello')
  expect(used).toEqual([200])
})
