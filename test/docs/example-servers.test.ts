/** The servers in examples/ run and do what they say. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, credentials, type MethodDefinition, type Server as GrpcServer } from '@grpc/grpc-js'
import type { INestApplication } from '@nestjs/common'
import { io } from 'socket.io-client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { send } from '../http/adapters/send.ts'

const examples = new URL('../../examples/', import.meta.url)
const BURST = 20

beforeEach(() => {
  vi.stubEnv('PORT', '0')
})

async function started<Example>(file: string): Promise<Example> {
  return (await import(/* @vite-ignore */ new URL(file, examples).href)) as Example
}

async function withServer(file: string, use: (port: number) => Promise<void>): Promise<void> {
  const { server } = await started<{ readonly server: Server }>(file)
  if (!server.listening) await once(server, 'listening')
  try {
    await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Sends until a request is refused, and says how many passed. What comes back meanwhile passes too. */
async function passedOf(call: () => Promise<number>): Promise<number> {
  for (let passed = 0; passed < 10 * BURST; passed++) if ((await call()) === 429) return passed
  throw new Error('Nothing was refused')
}

describe('servers with a limit for everybody', () => {
  test.each(['express', 'fastify', 'koa', 'hono', 'node'])('%s.js', async (name) => {
    await withServer(`servers/${name}.js`, async (port) => {
      const first = await send(port)
      expect([first.status, first.body]).toEqual([200, 'hello\n'])
      expect(first.header('RateLimit-Policy')).toBe('"api";q=20;w=4')
      const statuses = await Promise.all(Array.from({ length: 4 * BURST }, () => send(port)))
      expect(statuses.map(({ status }) => status)).toContain(429)
    })
  })

  test('nest/main.ts, but for a route without any', async () => {
    const { app } = await started<{ readonly app: INestApplication }>('nest/main.ts')
    try {
      const { port } = (app.getHttpServer() as Server).address() as AddressInfo
      const first = await send(port)
      expect([first.body, first.header('RateLimit-Policy')]).toEqual(['hello\n', '"api";q=20;w=4'])
      const health = await send(port, { path: '/health' })
      expect([health.body, health.header('RateLimit')]).toEqual(['well\n', undefined])
      await expectGuessesRefused(port)
    } finally {
      await app.close()
    }
  })
})

test.each(['express', 'fastify'])('%s.js limits those who guess passwords', async (name) => {
  vi.resetModules()
  await withServer(`servers/${name}.js`, expectGuessesRefused)
})

async function expectGuessesRefused(port: number): Promise<void> {
  const login = (password: string) => send(port, { method: 'POST', path: `/login?password=${password}` })
  const guesses = [await login('a'), await login('open%20sesame'), await login('b'), await login('c')]
  expect(guesses.map(({ status }) => Math.floor(status / 100))).toEqual([4, 2, 4, 4])
  const refused = await login('open%20sesame')
  expect([refused.status, JSON.parse(refused.body)['violated-policies']]).toEqual([429, ['login']])
}

interface FetchExample {
  readonly fetch: (request: Request) => Response | Promise<Response>
}

test('fetch.js limits by API key, and reports what its limit on trial would refuse', async () => {
  const example = await started<{ readonly default: FetchExample; readonly onTrial: readonly object[] }>(
    'servers/fetch.js',
  )
  const told: (string | undefined)[] = []
  for (let sent = 0; sent < 3; sent++) {
    const request = new Request('http://localhost/', { headers: { 'X-Api-Key': 'k81' } })
    const { headers } = await example.default.fetch(request)
    told.push(headers.get('RateLimit')?.slice(0, 10))
  }
  expect(told).toEqual(['"key";r=99', '"key";r=98', '"key";r=97'])
  expect(example.onTrial).toEqual([{ name: 'burst', keys: 'k81' }])
})

describe('handlers that are told addresses in a header', () => {
  test.each([
    ['worker.js', 'CF-Connecting-IP'],
    ['next-route.js', 'X-Real-IP'],
  ])('%s', async (file, header) => {
    const example = await started<{
      readonly default?: FetchExample
      readonly GET?: FetchExample['fetch']
    }>(`servers/${file}`)
    const handler = example.default?.fetch ?? example.GET
    const from = async (address: string) => {
      const request = new Request('http://localhost/?q=lamp', { headers: { [header]: address } })
      const response = await handler?.(request)
      return response?.status ?? 0
    }
    expect(await passedOf(() => from('192.0.2.7'))).toBeGreaterThanOrEqual(BURST)
    expect(await from('192.0.2.8')).toBe(200)
  })
})

test('grpc.js answers calls, and ends those over the limit with RESOURCE_EXHAUSTED', async () => {
  const { server, echo, listening } = await started<{
    readonly server: GrpcServer
    readonly echo: { readonly Say: MethodDefinition<string, string> }
    readonly listening: Promise<number>
  }>('servers/grpc.js')
  const client = new Client(`127.0.0.1:${await listening}`, credentials.createInsecure())
  const { path, requestSerialize, responseDeserialize } = echo.Say
  const say = (text: string): Promise<string | number> =>
    new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, text, (error, answer) =>
        resolve(error?.code ?? answer ?? ''),
      )
    })
  expect(await say('hello')).toBe('hello')
  const RESOURCE_EXHAUSTED = 8
  const answers = await Promise.all(Array.from({ length: 4 * BURST }, () => say('again')))
  expect(new Set(answers)).toEqual(new Set(['again', RESOURCE_EXHAUSTED]))
  client.close()
  server.forceShutdown()
})

test('ws.js closes a connection with too many messages', async () => {
  await withServer('servers/ws.js', async (port) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    for (let sent = 0; sent < 4 * BURST; sent++) socket.send('hello')
    const [code, reason] = (await closed) as [number, Buffer]
    expect([code, reason.toString()]).toEqual([1008, 'retry_after=1'])
  })
})

test('socket-io.js tells of refused events in their acknowledgement', async () => {
  await withServer('servers/socket-io.js', async (port) => {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] })
    const sayings = Array.from({ length: 4 * BURST }, () => socket.emitWithAck('say', 'hello'))
    const answers = (await Promise.all(sayings)) as { readonly said?: string; readonly refused?: string }[]
    socket.disconnect()
    expect(answers[0]).toEqual({ said: 'hello' })
    expect(answers.at(-1)?.refused).toMatch(/^This request is over the limit "events"\. Try again in/)
  })
})

test('no server is left out', () => {
  const servers = readdirSync(new URL('servers/', examples))
  const tried = [
    'express',
    'fastify',
    'fetch',
    'grpc',
    'hono',
    'koa',
    'next-route',
    'node',
    'socket-io',
    'worker',
    'ws',
  ]
  expect(servers.toSorted()).toEqual(tried.map((name) => `${name}.js`))
})
