/** Limits of GraphQL over WebSockets in NestJS, as bytes of the protocol `graphql-transport-ws`. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { ApolloDriverConfig } from '@nestjs/apollo'
import { NestFactory } from '@nestjs/core'
import { GraphQLModule, Query, Resolver, Subscription } from '@nestjs/graphql'
import { ExpressAdapter } from '@nestjs/platform-express'
import { RateLimit, RateLimitModule } from 'sluice/nest'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { minuteLimiter, remaining } from './cases/running.ts'
import { listening } from './listening.ts'
import { TestApolloDriver } from './nest-apollo-driver.ts'

interface Message {
  readonly id?: string
  readonly type: string
  readonly payload?: unknown
}

class Ticks {
  home(): string {
    return 'home'
  }

  async *ticks(): AsyncGenerator<object> {
    yield { ticks: 1 }
  }
}

class App {
  readonly name = 'app'
}

/** A client that has been let in, and asks one operation after the other. */
async function clientOf(port: number, headers: Readonly<Record<string, string>>) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { headers })
  await once(socket, 'open')
  const received: Message[] = []
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Message))
  const until = async (isLast: (message: Message) => boolean) => {
    while (!received.some(isLast)) await once(socket, 'message')
    return received.splice(0)
  }
  socket.send(JSON.stringify({ type: 'connection_init' }))
  await until(({ type }) => type === 'connection_ack')
  let asked = 0
  return {
    ask(query: string): Promise<readonly Message[]> {
      const id = `${++asked}`
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }))
      return until((message) => message.id === id && ['complete', 'error'].includes(message.type))
    },
    leave: () => socket.terminate(),
  }
}

function decorated(ticksLimit: MethodDecorator): typeof Ticks {
  const descriptorOf = (name: string) =>
    Object.getOwnPropertyDescriptor(Ticks.prototype, name) as PropertyDescriptor
  Query('home')(Ticks.prototype, 'home', descriptorOf('home'))
  Subscription('ticks')(Ticks.prototype, 'ticks', descriptorOf('ticks'))
  ticksLimit(Ticks.prototype, 'ticks', descriptorOf('ticks'))
  Resolver()(Ticks)
  return Ticks
}

test('subscriptions and queries are limited by the address that the connection came with', async () => {
  const [all, own] = [minuteLimiter(9), minuteLimiter(1)]
  const address = { source: 'x-forwarded-for', trustedHops: 1 } as const
  const server = GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: TestApolloDriver,
    typeDefs: 'type Query { home: String } type Subscription { ticks: Int }',
    graphiql: false,
    subscriptions: { 'graphql-ws': true },
  })
  const imports = [server, RateLimitModule.forRoot({ limiter: all, name: 'all', address })]
  const providers = [decorated(RateLimit({ limiter: own, name: 'ticks', address, count: 'failures' }))]
  const module = { module: App, imports, providers }
  const app = await NestFactory.create(module, new ExpressAdapter(), { logger: false })
  await app.init()
  const { port, ...running } = await listening(app.getHttpServer() as Server)
  const client = await clientOf(port, { 'X-Forwarded-For': '192.0.2.1' })
  try {
    for (let turn = 0; turn < 2; turn++) {
      expect(await client.ask('subscription { ticks }')).toMatchObject([
        { type: 'next', payload: { data: { ticks: 1 } } },
        { type: 'complete' },
      ])
    }
    expect(await client.ask('{ home }')).toMatchObject([{ payload: { data: { home: 'home' } } }, {}])
    expect([remaining(all, '192.0.2.1'), remaining(own, '192.0.2.1')]).toEqual([6, 1])
    own.check('192.0.2.1')
    const refused = await client.ask('subscription { ticks }')
    const extensions = { code: 'TOO_MANY_REQUESTS', retryAfterMs: 60_000, violatedPolicies: ['ticks'] }
    expect(refused).toMatchObject([
      { type: 'next', payload: { errors: [{ path: ['ticks'], extensions }] } },
      { type: 'complete' },
    ])
  } finally {
    client.leave()
    await running.close()
    await app.close()
  }
})
