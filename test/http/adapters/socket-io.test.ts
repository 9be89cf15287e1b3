/** Limits of Socket.IO, with its server and its client on the loopback. */
import { createServer } from 'node:http'
import { createLimiter, leakyBucket, manualClock } from 'sluice'
import {
  limitConnections,
  limitEvents,
  type ConnectionRateLimitOptions,
  type EventRateLimitOptions,
  type RefusalNotice,
} from 'sluice/socket-io'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { minuteLimiter, PEER, remaining } from './cases/running.ts'
import { listening } from './listening.ts'
import { send } from './send.ts'

const HANDSHAKE = '/socket.io/?EIO=4&transport='

test.each(['polling', 'websocket'])(
  'a connection by %s passes, and the next is refused',
  async (transport) => {
    const limiter = minuteLimiter(1)
    await withServer({ connections: { limiter } }, async (port) => {
      const client = await connected(port, [transport])
      expect(await client.timeout(5000).emitWithAck('echo', 'hello')).toBe('hello')
      const failed = await connected(port, [transport]).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
    })
  },
)

test('an upgrade of a connection that is open is not counted', async () => {
  const limiter = minuteLimiter(5)
  await withServer({ connections: { limiter } }, async (port) => {
    const client = await connected(port, ['polling', 'websocket'])
    await vi.waitFor(() => expect(client.io.engine.transport.name).toBe('websocket'))
    expect(remaining(limiter)).toBe(4)
  })
})

test('both transports are answered 429, with where the client stands', async () => {
  await withServer({ connections: { limiter: minuteLimiter(1) } }, async (port) => {
    const first = await send(port, { path: `${HANDSHAKE}polling` })
    expect([first.status, first.header('RateLimit')]).toEqual([200, '"default";r=0;t=60'])
    const polling = await send(port, { path: `${HANDSHAKE}polling` })
    const upgrade = await upgradeAnswer(port)
    expect([polling.status, polling.header('Retry-After'), polling.header('RateLimit')]).toEqual([
      429,
      '60',
      '"default";r=0;t=60',
    ])
    expect(upgrade).toMatchObject({ 'retry-after': '60', ratelimit: '"default";r=0;t=60', status: 429 })
  })
})

test('an event over the limit disconnects its client', async () => {
  const seen: unknown[] = []
  await withServer({ events: { limiter: minuteLimiter(1) }, seen }, async (port) => {
    const client = await connected(port)
    const reason = new Promise((resolve) => client.once('disconnect', resolve))
    client.emit('echo', 1, () => undefined)
    client.emit('echo', 2, () => undefined)
    client.emit('echo', 3, () => undefined)
    expect(await reason).toBe('io server disconnect')
    expect(seen).toEqual([1])
  })
})

test('a handler of your own may use the acknowledgement', async () => {
  const events: EventRateLimitOptions = {
    limiter: minuteLimiter(3),
    cost: ({ name, args }) => (name === 'echo' ? Number(args[0]) : 0),
    handler({ args }, { retryAfterMs }: RefusalNotice) {
      const acknowledge = args.at(-1) as (answer: unknown) => void
      acknowledge({ retryAfterMs })
    },
  }
  await withServer({ events }, async (port) => {
    const client = await connected(port)
    expect(await client.emitWithAck('echo', 2)).toBe(2)
    expect(await client.emitWithAck('echo', 2)).toEqual({ retryAfterMs: 60_000 })
    expect(await client.emitWithAck('echo', 1)).toBe(1)
  })
})

test('events that wait are given back when their client goes away', async () => {
  const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '1/m' }), clock: manualClock(0) })
  const seen: unknown[] = []
  await withServer({ events: { limiter }, seen }, async (port) => {
    const client = await connected(port)
    for (const each of [1, 2, 3]) client.emit('echo', each, () => undefined)
    await vi.waitFor(() => expect([seen, remaining(limiter)]).toEqual([[1], 2]))
    client.disconnect()
    await vi.waitFor(() => expect(remaining(limiter)).toBe(4))
  })
})

test('an event that cannot be decided is told, and disconnects its client', async () => {
  const onError = vi.fn<(error: unknown) => void>()
  const events = { limiter: minuteLimiter(1), key: () => Promise.reject(new Error('a bug')), onError }
  await withServer({ events }, async (port) => {
    const client = await connected(port)
    const reason = new Promise((resolve) => client.once('disconnect', resolve))
    client.emit('echo', 1, () => undefined)
    expect(await reason).toBe('io server disconnect')
    expect(String(onError.mock.lastCall?.[0])).toBe('Error: a bug')
  })
})

test('the key of an event is by default the address of its client', async () => {
  const limiter = minuteLimiter(3)
  await withServer({ events: { limiter } }, async (port) => {
    const client = await connected(port)
    await client.emitWithAck('echo', 1)
    expect(remaining(limiter, PEER)).toBe(2)
  })
})

interface Limits {
  readonly connections?: ConnectionRateLimitOptions
  readonly events?: EventRateLimitOptions
  /** What has reached the listener. */
  readonly seen?: unknown[]
}

const clients: Socket[] = []

async function withServer(limits: Limits, use: (port: number) => Promise<void>): Promise<void> {
  const http = createServer()
  const server = new Server(http)
  if (limits.connections !== undefined) server.engine.use(limitConnections(limits.connections))
  if (limits.events !== undefined) server.on('connection', limitEvents(limits.events))
  server.on('connection', (socket) => {
    socket.on('echo', (value: unknown, acknowledge: (value: unknown) => void) => {
      limits.seen?.push(value)
      acknowledge(value)
    })
  })
  const { port } = await listening(http)
  try {
    await use(port)
  } finally {
    for (const client of clients.splice(0)) client.close()
    await server.close()
  }
}

function connected(port: number, transports: readonly string[] = ['websocket']): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const client = io(`http://127.0.0.1:${port}`, {
      transports: [...transports],
      reconnection: false,
      forceNew: true,
    })
    clients.push(client)
    client.once('connect', () => resolve(client)).once('connect_error', reject)
  })
}

function upgradeAnswer(port: number): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    new WebSocket(`ws://127.0.0.1:${port}${HANDSHAKE}websocket`)
      .once('unexpected-response', (_, { statusCode, headers }) =>
        resolve({ ...headers, status: statusCode }),
      )
      .on('error', reject)
  })
}
