/** Limits of WebSockets, with the server and the client of `ws` on the loopback. */
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { createLimiter, leakyBucket, manualClock } from 'sluice'
import {
  limitMessages,
  limitUpgrades,
  verifyClient,
  type MessageRateLimitOptions,
  type RefusalNotice,
  type UpgradeRateLimitOptions,
} from 'sluice/ws'
import { expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { minuteLimiter, PEER, remaining } from './cases/running.ts'
import { listening } from './listening.ts'

interface Running {
  readonly port: number
  readonly sockets: WebSocketServer
}

type Start = (options: UpgradeRateLimitOptions, use: (server: Running) => Promise<void>) => Promise<void>

/** A server of one's own, whose upgrades are handed to `ws`. */
const withUpgrades: Start = async (options, use) => {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const limit = limitUpgrades(options)
  server.on(
    'upgrade',
    limit((request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (each) => sockets.emit('connection', each, request))
    }),
  )
  const app = await listening(server)
  try {
    await use({ port: app.port, sockets })
  } finally {
    for (const each of sockets.clients) each.terminate()
    await app.close()
  }
}

/** A server that `ws` makes by itself. */
const withVerifyClient: Start = async (options, use) => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: verifyClient(options) })
  await new Promise((resolve) => sockets.once('listening', resolve))
  try {
    await use({ port: (sockets.address() as AddressInfo).port, sockets })
  } finally {
    for (const each of sockets.clients) each.terminate()
    await new Promise((resolve) => sockets.close(resolve))
  }
}

describeUpgrades('limitUpgrades', withUpgrades)
describeUpgrades('verifyClient', withVerifyClient)

function describeUpgrades(name: string, start: Start): void {
  test(`${name} answers 429 before the upgrade, and echoes for those who pass`, async () => {
    await start({ limiter: minuteLimiter(1), name: 'connections' }, async ({ port, sockets }) => {
      sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(textOf(data))))
      const client = await opened(port)
      client.send('hello')
      expect(await nextMessage(client)).toBe('hello')
      const { status, headers, body } = await refused(port)
      expect(status).toBe(429)
      expect(headers).toMatchObject({
        'retry-after': '60',
        'cache-control': 'no-store',
        'content-type': 'application/problem+json',
        ratelimit: '"connections";r=0;t=60',
      })
      expect(JSON.parse(body)).toMatchObject({ status: 429, 'violated-policies': ['connections'] })
    })
  })

  test(`${name} holds a client back, whose first message is not lost`, async () => {
    const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '50/s' }), clock: manualClock(0) })
    limiter.check(PEER)
    await start({ limiter }, async ({ port, sockets }) => {
      sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(textOf(data))))
      const client = await opened(port)
      client.send('after a while')
      expect(await nextMessage(client)).toBe('after a while')
    })
  })

  test(`${name} gives back what a client was charged that goes away while it is held back`, async () => {
    const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '1/m' }), clock: manualClock(0) })
    limiter.check(PEER)
    const connected = vi.fn<() => void>()
    await start({ limiter }, async ({ port, sockets }) => {
      sockets.on('connection', connected)
      const client = new WebSocket(`ws://127.0.0.1:${port}`)
      client.on('error', () => undefined)
      await vi.waitFor(() => expect(remaining(limiter)).toBe(3))
      client.terminate()
      await vi.waitFor(() => expect(remaining(limiter)).toBe(4))
      expect(connected).not.toHaveBeenCalled()
    })
  })

  test(`${name} answers 500 for an error, and tells it`, async () => {
    for (const fail of [() => Promise.reject(new Error('a bug')), () => raise(new Error('a bug'))]) {
      const onError = vi.fn<(error: unknown) => void>()
      await start({ limiter: minuteLimiter(1), key: fail, onError }, async ({ port }) => {
        expect((await refused(port)).status).toBe(500)
        expect(onError.mock.calls).toHaveLength(1)
      })
    }
  })

  test(`${name} settles when the connection closes`, async () => {
    const limiter = minuteLimiter(10)
    const settle = vi.fn<(request: unknown, status: number) => number>(() => 4)
    await start({ limiter, settle }, async ({ port }) => {
      const client = await opened(port)
      expect([remaining(limiter), settle.mock.calls.length]).toEqual([9, 0])
      client.close()
      await vi.waitFor(() => expect(remaining(limiter)).toBe(6))
      expect(settle.mock.lastCall?.[1]).toBe(101)
    })
  })
}

test('a client that sends garbage while it is held back harms nobody', async () => {
  const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '50/s' }), clock: manualClock(0) })
  limiter.check(PEER)
  await withUpgrades({ limiter }, async ({ port }) => {
    const client = connect(port, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\ngarbage')
    const closed = new Promise((resolve) =>
      client
        .on('close', resolve)
        .on('error', () => undefined)
        .resume(),
    )
    await closed
    await expect(opened(port)).resolves.toBeDefined()
  })
})

test('a message over the limit closes the connection with 1008 and the wait', async () => {
  const received: string[] = []
  const closing = await closeAfter({ limiter: minuteLimiter(2) }, ['1', '2', '3', '4'], received)
  expect(closing).toEqual([1008, 'retry_after=60'])
  expect(received).toEqual(['1', '2'])
})

test('a message that can never pass, or whose store is down, says so', async () => {
  expect(await closeAfter({ limiter: minuteLimiter(2), cost: 3 }, ['1'])).toEqual([1008, 'over the limit'])
  const broken = {
    limiter: minuteLimiter(2),
    cost: () => raise(new Error('a bug')),
    onError: () => undefined,
  }
  expect(await closeAfter(broken, ['1'])).toEqual([1011, ''])
  expect(await closeAfter({ ...broken, onFailure: 'deny' }, ['1'])).toEqual([1013, 'retry_after=1'])
})

test('a handler of your own keeps the connection open', async () => {
  const notices: RefusalNotice[] = []
  const options: MessageRateLimitOptions = {
    limiter: minuteLimiter(1),
    name: 'chat',
    handler({ socket }, refusal) {
      notices.push(refusal)
      socket.send('slow down')
    },
  }
  await withMessages(options, async (client) => {
    client.send('1')
    expect(await nextMessage(client)).toBe('1')
    client.send('2')
    expect(await nextMessage(client)).toBe('slow down')
    expect(notices).toEqual([
      {
        kind: 'quota-exceeded',
        message: 'This request is over the limit "chat". Try again in 60 seconds.',
        violatedPolicies: ['chat'],
        retryAfterMs: 60_000,
      },
    ])
  })
})

test('the cost of a message may be its size', async () => {
  const limiter = minuteLimiter(10)
  await withMessages({ limiter, cost: ({ data }) => (data as Buffer).length }, async (client) => {
    client.send('four')
    await nextMessage(client)
    expect(remaining(limiter)).toBe(6)
  })
})

test('messages keep their order, whenever they are decided', async () => {
  const deciding: (() => void)[] = []
  const key = () => new Promise<string>((resolve) => deciding.push(() => resolve('key')))
  const received: string[] = []
  await withMessages({ limiter: minuteLimiter(9), key }, async (client) => {
    client.on('message', (data) => received.push(textOf(data)))
    for (const each of ['0', '1', '2', '3']) client.send(each)
    await vi.waitFor(() => expect(deciding).toHaveLength(4))
    // The last is decided first, as a shared store may do.
    for (const decide of deciding.toReversed()) {
      expect(received).toEqual([])
      decide()
      await new Promise(setImmediate)
    }
    await vi.waitFor(() => expect(received).toEqual(['0', '1', '2', '3']))
  })
})

test('messages are held back, and given back if the connection closes before', async () => {
  const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '1/m' }), clock: manualClock(0) })
  await withMessages({ limiter }, async (client) => {
    const received: string[] = []
    client.on('message', (data) => received.push(textOf(data)))
    for (const each of ['now', 'later', 'last']) client.send(each)
    await vi.waitFor(() => expect([received, remaining(limiter)]).toEqual([['now'], 2]))
    client.terminate()
    await vi.waitFor(() => expect(remaining(limiter)).toBe(4))
  })
})

test('what counts is decided by whether the listener fails', async () => {
  const limiter = minuteLimiter(5)
  const limit = limitMessages({ limiter, count: 'failures' })
  await withUpgrades({ limiter: minuteLimiter(1) }, async ({ port, sockets }) => {
    const connected = new Promise<Parameters<typeof limit>>((resolve) =>
      sockets.once('connection', (socket, request) => resolve([socket, request, () => undefined])),
    )
    await opened(port)
    const [socket, request] = await connected
    const data = Buffer.from('x')
    limit(socket, request, () => undefined)(data, false)
    expect(remaining(limiter)).toBe(5)
    await new Promise<void>((resolve) => {
      limit(socket, request, () => Promise.resolve().then(resolve))(data, false)
      expect(remaining(limiter)).toBe(4)
    })
    await vi.waitFor(() => expect(remaining(limiter)).toBe(5))
    const failing = limit(socket, request, () => raise(new Error('a bug')))
    expect(() => failing(data, false)).toThrow('a bug')
    expect(remaining(limiter)).toBe(4)
  })
})

async function closeAfter(
  options: MessageRateLimitOptions,
  messages: readonly string[],
  received: string[] = [],
): Promise<[number, string]> {
  let closing: [number, string] | undefined
  await withMessages(options, async (client) => {
    client.on('message', (data) => received.push(textOf(data)))
    for (const each of messages) client.send(each)
    closing = await new Promise((resolve) =>
      client.once('close', (code, reason) => resolve([code, String(reason)])),
    )
  })
  return closing as [number, string]
}

/** A connection to a server that echoes what passes. */
async function withMessages(
  options: MessageRateLimitOptions,
  use: (client: WebSocket) => Promise<void>,
): Promise<void> {
  const limit = limitMessages(options)
  await withUpgrades({ limiter: minuteLimiter(1000) }, async ({ port, sockets }) => {
    sockets.on('connection', (socket, request) => {
      socket.on(
        'message',
        limit(socket, request, (data) => socket.send(textOf(data))),
      )
    })
    await use(await opened(port))
  })
}

function textOf(data: RawData): string {
  return (data as Buffer).toString()
}

function opened(port: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const client = new WebSocket(`ws://127.0.0.1:${port}`)
    client.once('open', () => resolve(client)).on('error', reject)
  })
}

function nextMessage(client: WebSocket): Promise<string> {
  return new Promise((resolve) => client.once('message', (data) => resolve(textOf(data))))
}

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

function refused(port: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    new WebSocket(`ws://127.0.0.1:${port}`)
      .once('open', () => reject(new Error('the connection was opened')))
      .once('unexpected-response', (_, response) => {
        let body = ''
        response
          .on('data', (chunk) => {
            body += String(chunk)
          })
          .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
      })
      .on('error', reject)
  })
}

function raise(error: Error): never {
  throw error
}
