/** Limits of resolvers in NestJS, with Apollo Server on Express and on Fastify. Decorators are called as functions. */
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import {
  HttpException,
  type DynamicModule,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Args, GraphQLModule, GraphQLSchemaHost, Mutation, Query, Resolver } from '@nestjs/graphql'
import type { ApolloDriverConfig } from '@nestjs/apollo'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type * as GraphQL from 'graphql'
import { createLimiter, fixedWindow, manualClock, type Limiter } from 'sluice'
import { RateLimit, RateLimitModule, rateLimitGuard, SkipRateLimit } from 'sluice/nest'
import { describe, expect, test } from 'vitest'
import { minuteLimiter } from './cases/running.ts'
import { listening } from './listening.ts'
import { TestApolloDriver } from './nest-apollo-driver.ts'
import { post, postAndLeave } from './post-query.ts'
import { unitsLeft } from './units-left.ts'

// As Nest loads it, since schemas of one copy are nothing to another.
const { graphql } = createRequire(import.meta.url)('graphql') as typeof GraphQL

interface Platform {
  readonly name: string
  readonly create: (module: DynamicModule) => Promise<INestApplication>
  /** What a user writes to hand the response to resolvers, where that needs saying. */
  readonly options: Partial<ApolloDriverConfig>
}

const platforms: readonly Platform[] = [
  {
    name: 'Express',
    create: (module) => NestFactory.create(module, new ExpressAdapter(), { logger: false }),
    options: {},
  },
  {
    name: 'Fastify',
    create: (module) => NestFactory.create(module, new FastifyAdapter(), { logger: false }),
    options: { context: (request: object, reply: object) => ({ request, reply }) },
  },
]

class App {
  readonly name = 'app'
}

type Decorators = Readonly<Partial<Record<'hello' | 'health' | 'login', MethodDecorator>>>

/** An application whose resolvers have these decorators. */
function moduleOf(decorators: Decorators, imports: DynamicModule[], options: Partial<ApolloDriverConfig>) {
  class Resolvers {
    hello(): string {
      return 'hello'
    }
    health(): string {
      return 'well'
    }
    login(password: string): string {
      if (password === 'right') return 'welcome'
      throw new HttpException('no', 401)
    }
  }
  const prototype = Resolvers.prototype as object
  const kinds = { hello: Query('hello'), health: Query('health'), login: Mutation('login') }
  for (const [name, kind] of Object.entries(kinds)) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor
    kind(prototype, name, descriptor)
    decorators[name as keyof Decorators]?.(prototype, name, descriptor)
  }
  Args('password')(prototype, 'login', 0)
  Resolver()(Resolvers)
  const server = GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: TestApolloDriver,
    typeDefs:
      'type Query { hello: String, health: String } type Mutation { login(password: String): String }',
    graphiql: false,
    ...options,
  })
  return { module: App, imports: [server, ...imports], providers: [Resolvers] }
}

/** Serves such an application for as long as the test needs it. */
async function serving(
  { create, options }: Platform,
  setup: { decorators?: Decorators; imports?: DynamicModule[]; options?: Partial<ApolloDriverConfig> },
  use: (port: number, app: INestApplication) => Promise<void>,
): Promise<void> {
  const { decorators = {}, imports = [] } = setup
  const app = await create(moduleOf(decorators, imports, { ...options, ...setup.options }))
  await app.init()
  const instance = app.getHttpAdapter().getInstance() as { readonly ready?: () => Promise<unknown> }
  await instance.ready?.()
  const running = await listening(app.getHttpServer() as Server)
  try {
    await use(running.port, app)
  } finally {
    await running.close()
    await app.close()
  }
}

function limited(limiter: Limiter): Decorators {
  return { hello: RateLimit({ limiter, name: 'hello' }) }
}

const refusal = {
  message: 'This request is over the limit "hello". Try again in 60 seconds.',
  path: ['hello'],
  extensions: { code: 'TOO_MANY_REQUESTS', retryAfterMs: 60_000, violatedPolicies: ['hello'] },
}

describe.each(platforms)('resolvers of Nest on $name', (platform) => {
  test('are refused with an error that has a code and a wait, and headers like any response', () =>
    serving(platform, { decorators: limited(minuteLimiter(1)) }, async (port) => {
      const first = await post(port, '{ hello }')
      expect([first.answer, first.header('RateLimit')]).toEqual([
        { data: { hello: 'hello' } },
        '"hello";r=0;t=60',
      ])
      const { status, answer, header } = await post(port, '{ hello health }')
      expect(answer.data).toEqual({ hello: null, health: 'well' })
      expect(answer.errors).toMatchObject([refusal])
      expect(answer.errors?.[0]?.extensions).not.toHaveProperty('http')
      expect([status, header('RateLimit'), header('Retry-After'), header('RateLimit-Policy')]).toEqual([
        200,
        '"hello";r=0;t=60',
        '60',
        '"hello";q=1;w=60',
      ])
    }))

  test('have the status 429 where the application wants one', () =>
    serving(
      platform,
      { decorators: limited(minuteLimiter(1)), options: { preserveHttpStatusForExecutionErrors: false } },
      async (port) => {
        await post(port, '{ hello }')
        expect((await post(port, '{ hello }')).status).toBe(429)
      },
    ))

  test('are charged for every call, whatever names a query gives them', async () => {
    const limiter = minuteLimiter(2)
    await serving(platform, { decorators: limited(limiter) }, async (port) => {
      const { answer, header } = await post(port, '{ a: hello b: hello c: hello d: hello }')
      expect(answer.data).toEqual({ a: 'hello', b: 'hello', c: null, d: null })
      expect(answer.errors?.map(({ path }) => path)).toEqual([['c'], ['d']])
      expect(header('RateLimit')).toBe('"hello";r=0;t=60')
    })
  })

  test('meet the limits of the module too, once, in one field', () => {
    const [all, own] = [minuteLimiter(9), minuteLimiter(5)]
    const decorators = {
      hello: RateLimit({
        rules: [
          { limiter: own, name: 'hello' },
          { limiter: all, name: 'again' },
        ],
      }),
      health: SkipRateLimit(),
    }
    const imports = [RateLimitModule.forRoot({ limiter: all, name: 'all' })]
    return serving(platform, { decorators, imports }, async (port) => {
      const { answer, header } = await post(port, '{ hello health }')
      expect(answer).toEqual({ data: { hello: 'hello', health: 'well' } })
      expect(header('RateLimit')).toBe('"all";r=8;t=60, "hello";r=4;t=60')
      const health = await post(port, '{ health }')
      expect(health.header('RateLimit')).toBeUndefined()
    })
  })

  test('stay charged for failures alone where failures are counted, also by names', () => {
    const limiter = minuteLimiter(3)
    const imports = [RateLimitModule.forRoot({ limiter, name: 'guesses', count: 'failures' })]
    return serving(platform, { imports }, async (port) => {
      for (let call = 0; call < 5; call++) {
        const { answer } = await post(port, 'mutation { login(password: "right") }')
        expect(answer).toEqual({ data: { login: 'welcome' } })
      }
      expect(limiter.peek('127.0.0.1').remaining).toBe(3)
      const guesses = ['a', 'b', 'c', 'd', 'e'].map((word) => `${word}: login(password: "${word}")`)
      const { answer } = await post(port, `mutation { ${guesses.join(' ')} }`)
      expect(answer.errors?.map(({ message }) => message.slice(0, 12))).toEqual([
        'no',
        'no',
        'no',
        'This request',
        'This request',
      ])
    })
  })

  test('tell what they cost when they have ended', () => {
    const limiter = minuteLimiter(100)
    const statuses: number[] = []
    const settle = (_: ExecutionContext, status: number) => {
      statuses.push(status)
      return 7
    }
    const decorators = { login: RateLimit({ limiter, cost: 20, settle }) }
    return serving(platform, { decorators }, async (port) => {
      await post(port, 'mutation { login(password: "right") }')
      await post(port, 'mutation { login(password: "wrong") }')
      expect(statuses).toEqual([200, 401])
      expect(limiter.peek('127.0.0.1').remaining).toBe(86)
    })
  })

  test('find the client in the headers of the request', () => {
    const limiter = minuteLimiter(1)
    const address = { source: 'x-forwarded-for', trustedHops: 1 } as const
    return serving(platform, { decorators: { hello: RateLimit({ limiter, address }) } }, async (port) => {
      const from = (client: string) => post(port, '{ hello }', { 'X-Forwarded-For': client })
      expect((await from('192.0.2.1')).answer.errors).toBeUndefined()
      expect((await from('192.0.2.2')).answer.errors).toBeUndefined()
      expect((await from('192.0.2.1')).answer.errors).toHaveLength(1)
    })
  })

  test('that are held back give way, and their units back, when the client leaves', () => {
    const limiter = minuteLimiter(50)
    const slowDown = { delayAfter: 0, delayMs: 3_600_000, maxDelayMs: 3_600_000 }
    const decorators = { hello: RateLimit({ limiter, slowDown, maxWaiting: 20 }) }
    return serving(platform, { decorators }, async (port) => {
      const names = Array.from({ length: 20 }, (_, index) => `n${index}: hello`)
      const leave = postAndLeave(port, `{ ${names.join(' ')} }`)
      await unitsLeft(limiter, 30)
      const { answer } = await post(port, '{ hello }')
      expect(answer.errors).toMatchObject([
        { extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterMs: 3_600_000 } },
      ])
      leave()
      await unitsLeft(limiter, 50)
    })
  })

  test('are limited without a request too, all together unless a key tells them apart', () => {
    const limiter = minuteLimiter(1)
    return serving(platform, { decorators: { hello: RateLimit({ limiter }) } }, async (_, app) => {
      const { schema } = app.get(GraphQLSchemaHost)
      const ask = (contextValue?: object) => graphql({ schema, source: '{ hello }', contextValue })
      expect((await ask()).data).toEqual({ hello: 'hello' })
      const { errors } = await ask({ request: { extra: {} } })
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        http: { status: 429 },
      })
      const http: unknown = JSON.parse(JSON.stringify(errors?.[0]?.extensions['http']))
      expect(http).toEqual({ status: 429, headers: { 'cache-control': 'no-store', 'retry-after': '60' } })
    })
  })
})

test('a call that can never pass says so', () => {
  const [express] = platforms as [Platform]
  const decorators = { hello: RateLimit({ limiter: minuteLimiter(1), cost: 2 }) }
  return serving(express, { decorators }, async (port) => {
    const { answer, header } = await post(port, '{ hello }')
    expect(answer.errors).toMatchObject([{ extensions: { retryAfterMs: null } }])
    expect(header('Retry-After')).toBeUndefined()
  })
})

test('a limit in shadow mode refuses no resolver and tells of it', () => {
  const [express] = platforms as [Platform]
  const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window: '1m' }), clock: manualClock(0) })
  const told: string[] = []
  limiter.on('shadow-refused', ({ keys }) => told.push(...keys))
  return serving(express, { decorators: { hello: RateLimit({ limiter, mode: 'shadow' }) } }, async (port) => {
    const { answer, header } = await post(port, '{ a: hello b: hello }')
    expect(answer).toEqual({ data: { a: 'hello', b: 'hello' } })
    expect([told, header('RateLimit')]).toEqual([['127.0.0.1'], undefined])
  })
})

test('a context of another protocol does not pass in silence', async () => {
  const context = { getType: () => 'rpc', getHandler: () => App, getClass: () => App, getArgs: () => [] }
  const guard = rateLimitGuard({ limiter: minuteLimiter(1) })
  await expect(guard.canActivate(context as unknown as ExecutionContext)).rejects.toMatchObject({
    code: 'ERR_INVALID_OPTION',
    field: 'guard',
  })
})
