import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { rateLimit } from '../http/adapters/fetch.ts'
import { policyRules } from './policy-rules.ts'
import { readPolicy } from './read-policy.ts'

const policy = readPolicy(`
version: 1
rules:
  - { name: all, key: [], limits: [sliding-log: { limit: 4, window: 1h }] }
  - { name: login, match: { method: POST, path: /login }, key: [user], count: failures, limits: [sliding-log: { limit: 1, window: 1h }] }
  - { name: trial, key: [user], mode: shadow, limits: [sliding-log: { limit: 1, window: 1h }] }
`)

test('middleware decides by the rules of a policy', async () => {
  let asked = 0
  const rules = policyRules<Request>(policy, {
    clock: manualClock(1_700_000_000_000),
    attributes: ({ method, url, headers }) => {
      asked++
      return { method, path: new URL(url).pathname, user: headers.get('X-User') ?? undefined }
    },
  })
  const status = { next: 200 }
  const handler = rateLimit({ rules })(() => new Response('', { status: status.next }))
  const send = async (path: string, method: string, user?: string): Promise<Response> =>
    handler(
      new Request(`http://localhost${path}`, {
        method,
        headers: user === undefined ? {} : { 'X-User': user },
      }),
    )

  const page = await send('/', 'GET', 'ann')
  expect(page.headers.get('RateLimit')).toBe('"all";r=3;t=3600')
  expect(asked).toBe(1)
  // A login that succeeds is given back, one that fails stays.
  expect((await send('//LOGIN', 'POST', 'ann')).status).toBe(200)
  status.next = 401
  expect((await send('/login', 'POST', 'ann')).status).toBe(401)
  expect((await send('/login', 'POST', 'ann')).status).toBe(429)
  // The refused one was not charged to anybody; this is the last of four.
  expect((await send('/login', 'POST', 'bob')).status).toBe(401)
  expect((await send('/', 'GET', 'bob')).status).toBe(429)
})

test('an option that is unknown is an error', () => {
  const options = { attributes: () => ({}), key: 'client' }
  expect(() => policyRules(policy, options)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OPTION' }))
})
