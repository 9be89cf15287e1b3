/** The servers in examples/ run and do what they say. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { send } from '../http/adapters/send.ts'

const folder = new URL('../../examples/servers/', import.meta.url)

test('the Express server limits everybody, and those who guess passwords', async () => {
  vi.stubEnv('PORT', '0')
  const { server } = (await import(/* @vite-ignore */ new URL('express.js', folder).href)) as {
    server: Server
  }
  if (!server.listening) await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    expect((await send(port)).header('RateLimit-Policy')).toBe('"api";q=20;w=4')
    const login = (password: string) => send(port, { method: 'POST', path: `/login?password=${password}` })
    const guesses = [await login('a'), await login('open%20sesame'), await login('b'), await login('c')]
    expect(guesses.map(({ status }) => status)).toEqual([401, 200, 401, 401])
    const refused = await login('open%20sesame')
    expect([refused.status, JSON.parse(refused.body)['violated-policies']]).toEqual([429, ['login']])
  } finally {
    server.close()
  }
})

test('the fetch handler limits by API key, and reports what its limit on trial would refuse', async () => {
  const url = new URL('fetch.js', folder).href
  const example = (await import(/* @vite-ignore */ url)) as {
    readonly default: { fetch(request: Request): Response | Promise<Response> }
    readonly onTrial: readonly object[]
  }
  const told: (string | undefined)[] = []
  for (let sent = 0; sent < 3; sent++) {
    const request = new Request('http://localhost/', { headers: { 'X-Api-Key': 'k81' } })
    const { headers } = await example.default.fetch(request)
    told.push(headers.get('RateLimit')?.slice(0, 10))
  }
  expect(told).toEqual(['"key";r=99', '"key";r=98', '"key";r=97'])
  expect(example.onTrial).toEqual([{ name: 'burst', keys: 'k81' }])
})
