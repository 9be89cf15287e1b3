/** Limits of gateways in NestJS, over sockets of `ws` and of Socket.IO. Decorators are called as functions. */
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { HttpException, UseGuards, type DynamicModule, type INestApplication } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { WsAdapter } from '@nestjs/platform-ws'
import { MessageBody, SubscribeMessage, WebSocketGateway, WsException } from '@nestjs/websockets'
import { NEVER } from 'rxjs'
import { RateLimit, RateLimitModule, rateLimitGuard, SkipRateLimit } from 'sluice/nest'
import { io } from 'socket.io-client'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { waitUntil } from '../../support/redis/wait-until.ts'
import { minuteLimiter } from './cases/running.ts'
import { listening } from './listening.ts'
import { TestSocketIoAdapter } from './nest-socket-io-adapter.ts'
import { unitsLeft } from './units-left.ts'

/** A client that has connected. */
interface Client {
  send(event: string, data?: unknown): void
  /** What came, as event and data, once there is so much. */
  received(count: number): Promise<readonly (readonly [event: string, data: unknown])[]>
  leave(): void
}

interface Library {
  readonly name: string
  readonly adapt: (app: INestApplication) => void
  readonly connect: (port: number, headers?: Record<string, string>) => Promise<Client>
}

const libraries: readonly Library[] = [
  {
    name: 'ws',
    adapt: (app) => void app.useWebSocketAdapter(new WsAdapter(app)),
    async connect(port, headers = {}) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers })
      const { received, push } = inbox()
      socket.on('message', (message: Buffer) => {
        const { event, data } = JSON.parse(message.toString()) as { event: string; data: unknown }
        push([event, data])
      })
      await once(socket, 'open')
      return {
        send: (event, data) => socket.send(JSON.stringify({ event, data })),
        received,
        leave: () => socket.terminate(),
      }
    },
  },
  {
    name: 'Socket.IO',
    adapt: (app) => void app.useWebSocketAdapter(new TestSocketIoAdapter(app)),
    async connect(port, headers = {}) {
      const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], extraHeaders: headers })
      const { received, push } = inbox()
      socket.onAny((event: string, data: unknown) => push([event, data]))
      await new Promise<void>((resolve) => void socket.on('connect', resolve))
      return {
        send: (event, data) => void socket.emit(event, data),
        received,
        leave: () => void socket.disconnect(),
      }
    },
  },
]

function inbox() {
  const messages: (readonly [string, unknown])[] = []
  return {
    push: (message: readonly [string, unknown]) => void messages.push(message),
    received: (count: number) =>
      waitUntil(`${count} messages`, () => (messages.length >= count ? messages : undefined)),
  }
}

class App {
  readonly name = 'app'
}

type Decorators = Readonly<Partial<Record<'hello' | 'ping' | 'login' | 'hang', MethodDecorator>>>

function moduleOf(decorators: Decorators, imports: DynamicModule[]): DynamicModule {
  class Gateway {
    /** As a gateway does whose clients come through a proxy: `ws` forgets the request. */
    handleConnection(client: { request?: IncomingMessage }, request?: IncomingMessage): void {
      if (request !== undefined) client.request = request
    }
    hello(): object {
      return { event: 'hello', data: 'hello' }
    }
    ping(): object {
      return { event: 'ping', data: 'pong' }
    }
    login(password: string): object {
      if (password === 'right') return { event: 'login', data: 'welcome' }
      if (password === 'odd') throw new HttpException('odd', 409)
      throw new WsException('no')
    }
    hang(): unknown {
      return NEVER
    }
  }
  const prototype = Gateway.prototype as object
  for (const name of ['hello', 'ping', 'login', 'hang'] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor
    SubscribeMessage(name)(prototype, name, descriptor)
    decorators[name]?.(prototype, name, descriptor)
  }
  MessageBody()(prototype, 'login', 0)
  WebSocketGateway()(Gateway)
  return { module: App, imports, providers: [Gateway] }
}

async function serving(
  { adapt, connect }: Library,
  { decorators = {}, imports = [] }: { decorators?: Decorators; imports?: DynamicModule[] },
  use: (connect: (headers?: Record<string, string>) => Promise<Client>) => Promise<void>,
): Promise<void> {
  const module = moduleOf(decorators, imports)
  const app = await NestFactory.create(module, new ExpressAdapter(), { logger: false })
  adapt(app)
  await app.init()
  const running = await listening(app.getHttpServer() as Server)
  const clients: Client[] = []
  try {
    await use(async (headers) => {
      const client = await connect(running.port, headers)
      clients.push(client)
      return client
    })
  } finally {
    for (const client of clients) client.leave()
    await running.close()
    await app.close()
  }
}

const refusal = {
  status: 'error',
  kind: 'quota-exceeded',
  message: 'This request is over the limit "hello". Try again in 60 seconds.',
  violatedPolicies: ['hello'],
  retryAfterMs: 60_000,
}

describe.each(libraries)('gateways of Nest over $name', (library) => {
  const answered = (event: string, data: unknown) => [event, library.name === 'ws' ? data : { event, data }]

  test('answer a message over the limit with an exception that has a wait, and go on', () => {
    const decorators = { hello: RateLimit({ limiter: minuteLimiter(1), name: 'hello' }) }
    return serving(library, { decorators }, async (connect) => {
      const client = await connect()
      client.send('hello')
      await client.received(1)
      client.send('hello')
      await client.received(2)
      client.send('ping')
      expect(await client.received(3)).toEqual([
        answered('hello', 'hello'),
        ['exception', refusal],
        answered('ping', 'pong'),
      ])
    })
  })

  test('share the limits of the module with all clients of one address, and say when it is no use to wait', () => {
    const limiter = minuteLimiter(2)
    const imports = [RateLimitModule.forRoot({ limiter, name: 'all', cost: 2 })]
    const decorators = { ping: SkipRateLimit(), hello: RateLimit({ limiter: minuteLimiter(1), cost: 3 }) }
    return serving(library, { imports, decorators }, async (connect) => {
      const [ann, bob] = [await connect(), await connect()]
      ann.send('login', 'right')
      expect(await ann.received(1)).toEqual([answered('login', 'welcome')])
      bob.send('ping')
      await bob.received(1)
      bob.send('login', 'right')
      expect((await bob.received(2))[1]).toMatchObject(['exception', { violatedPolicies: ['all'] }])
      limiter.reset('127.0.0.1')
      bob.send('hello')
      expect((await bob.received(3))[2]).toMatchObject(['exception', { retryAfterMs: null }])
    })
  })

  test('keep the charge of messages that fail, where failures are counted', () => {
    const limiter = minuteLimiter(3)
    const statuses: number[] = []
    const isFailure = (status: number) => {
      statuses.push(status)
      return status >= 400
    }
    const decorators = { login: RateLimit({ limiter, count: 'failures', isFailure }) }
    return serving(library, { decorators }, async (connect) => {
      const client = await connect()
      for (const word of ['right', 'right', 'wrong', 'right', 'odd']) {
        client.send('login', word)
        await client.received(statuses.length + 1)
      }
      await waitUntil('all have ended', () => (statuses.length === 5 ? true : undefined))
      expect(statuses).toEqual([200, 200, 500, 200, 409])
      expect(limiter.peek('127.0.0.1').remaining).toBe(1)
    })
  })

  test('find the client in the headers of the connection', () => {
    const address = { source: 'x-forwarded-for', trustedHops: 1 } as const
    const decorators = { hello: RateLimit({ limiter: minuteLimiter(1), address }) }
    return serving(library, { decorators }, async (connect) => {
      const [ann, bob] = [
        await connect({ 'X-Forwarded-For': '192.0.2.1' }),
        await connect({ 'X-Forwarded-For': '192.0.2.2' }),
      ]
      for (const each of [ann, bob]) {
        each.send('hello')
        expect(await each.received(1)).toEqual([answered('hello', 'hello')])
      }
      ann.send('hello')
      expect((await ann.received(2))[1]).toMatchObject(['exception', { retryAfterMs: 60_000 }])
    })
  })

  test('give back the units of messages that wait when their client leaves', () => {
    const limiter = minuteLimiter(50)
    const slowDown = { delayAfter: 0, delayMs: 3_600_000, maxDelayMs: 3_600_000 }
    const decorators = { hello: RateLimit({ limiter, slowDown }) }
    return serving(library, { decorators }, async (connect) => {
      const client = await connect()
      for (let sent = 0; sent < 20; sent++) client.send('hello')
      await unitsLeft(limiter, 30)
      client.leave()
      await unitsLeft(limiter, 50)
      expect(limiter.peek('127.0.0.1').remaining).toBe(50)
    })
  })

  test('keep the charge of messages that are worked on when their client leaves', () => {
    const limiter = minuteLimiter(50)
    const statuses: number[] = []
    const settle = (_: unknown, status: number) => {
      statuses.push(status)
      return 3
    }
    const decorators = { hang: RateLimit({ limiter, cost: 10, settle }) }
    return serving(library, { decorators }, async (connect) => {
      const client = await connect()
      client.send('hang')
      await unitsLeft(limiter, 40)
      expect(statuses).toEqual([])
      client.leave()
      await unitsLeft(limiter, 47)
      expect(statuses).toEqual([499])
    })
  })
})

test('a guard alone keeps the charge of whatever it cannot see end', async () => {
  const [ws] = libraries as [Library]
  const limiter = minuteLimiter(9)
  const guard = rateLimitGuard({ limiter, count: 'failures' })
  await serving(ws, { decorators: { hello: UseGuards(guard) } }, async (connect) => {
    const client = await connect()
    client.send('hello')
    await client.received(1)
    expect(limiter.peek('127.0.0.1').remaining).toBe(8)
  })
})
