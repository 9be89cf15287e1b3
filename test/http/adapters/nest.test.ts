/** Limits of NestJS applications on Express and on Fastify. Decorators are called as the functions that they are. */
import type { Server } from 'node:http'
import {
  All,
  Catch,
  Controller,
  Get,
  Req,
  Res,
  type ArgumentsHost,
  type DynamicModule,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { createLimiter, fixedWindow, manualClock } from 'sluice'
import {
  RateLimit,
  rateLimitGuard,
  RateLimitException,
  RateLimitFilter,
  RateLimitModule,
  SkipRateLimit,
} from 'sluice/nest'
import { describe, expect, test } from 'vitest'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour } from './behaviour.ts'
import { minuteLimiter } from './cases/running.ts'
import { optionsFor, OWN_BODY, type Harness, type RunningApp, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'
import { send } from './send.ts'

interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

interface Response {
  status(code: number): Response
  send(body: string): unknown
}

interface Platform {
  readonly name: string
  /** How its router writes every path. */
  readonly everything: string
  readonly create: (module: Type | DynamicModule) => Promise<INestApplication>
}

const platforms: readonly Platform[] = [
  {
    name: 'NestJS on Express',
    everything: '{*path}',
    create: (module) => NestFactory.create(module, new ExpressAdapter(), { logger: false }),
  },
  {
    name: 'NestJS on Fastify',
    everything: '*',
    create: (module) => NestFactory.create(module, new FastifyAdapter(), { logger: false }),
  },
]

for (const platform of platforms) {
  adapterSuite(platform.name, harnessOf(platform))
  describe(`the module for ${platform.name}`, () => {
    moduleCases(platform)
  })
}

/** A module of Nest is a class, whatever is in it. */
class App {
  readonly name = 'app'
}

class Settings {
  readonly limit = 3
}

function harnessOf({ everything, create }: Platform): Harness {
  return {
    handlesErrors: true,
    keepsHeadersOfErrors: true,
    async start({ limits, answering = 'default', onArrival }) {
      class Everything {
        async answer(request: Request, response: Response): Promise<void> {
          onArrival?.(request.url)
          const { status, body } = await behaviour(request.url)
          response.status(status).send(body)
        }
      }
      route(Everything, 'answer', All(everything))
      const app = await create({ module: App, controllers: [Everything] })
      app.useGlobalGuards(...limits.map((options) => rateLimitGuard(optionsFor(options, view))))
      if (answering !== 'thrown error') app.useGlobalFilters(new filters[answering]())
      return running(app)
    },
  }
}

class OwnBody {
  catch({ refusal }: RateLimitException, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(refusal.status).send(OWN_BODY)
  }
}
Catch(RateLimitException)(OwnBody)

/** Without any, the exception is Nest's to answer. */
const filters = { default: RateLimitFilter, 'own body': OwnBody } as const

function view(context: ExecutionContext): SuiteRequest {
  const { headers } = context.switchToHttp().getRequest<Request>()
  return { header: (name) => headers[name] }
}

function moduleCases({ create }: Platform): void {
  test('a module limits all routes, decorators some more and some not', async () => {
    class Pages {
      home(_: Request, response: Response): void {
        response.send('home')
      }
      login(_: Request, response: Response): void {
        response.send('login')
      }
      health(_: Request, response: Response): void {
        response.send('health')
      }
    }
    route(Pages, 'home', Get('/'))
    route(Pages, 'login', Get('/login'), RateLimit({ limiter: minuteLimiter(1), name: 'login' }))
    route(Pages, 'health', Get('/health'), SkipRateLimit())
    const module = RateLimitModule.forRoot({ limiter: minuteLimiter(9), name: 'all' })
    const app = await running(await create({ module: App, imports: [module], controllers: [Pages] }))
    const ask = (path: string) => send(app.port, { path })
    expect((await ask('/')).header('RateLimit')).toBe('"all";r=8;t=60')
    expect((await ask('/login')).header('RateLimit')).toBe('"all";r=7;t=60, "login";r=0;t=60')
    const { status, header, body } = await ask('/login')
    expect([status, header('RateLimit'), header('Retry-After'), header('Content-Type')]).toEqual([
      429,
      '"all";r=6;t=60, "login";r=0;t=60',
      '60',
      'application/problem+json',
    ])
    expect(JSON.parse(body)).toMatchObject({ status: 429, 'violated-policies': ['login'] })
    const health = await ask('/health')
    expect([health.body, health.header('RateLimit')]).toEqual(['health', undefined])
    await app.close()
  })

  test('a guard alone leaves the answer to Nest, in the same words', async () => {
    class Pages {
      home(_: Request, response: Response): void {
        response.send('home')
      }
    }
    const limiter = minuteLimiter(1)
    const format = ['problem', 'text'] as const
    route(Pages, 'home', Get('/'), RateLimit({ limiter, cost: 2, format }))
    const app = await running(await create({ module: App, controllers: [Pages] }))
    const detail =
      'This request is over the limit "default". It asks for more than can ever be granted at once.'
    const json = await send(app.port)
    expect(json.header('Content-Type')).toMatch(/^application\/problem\+json/)
    expect(JSON.parse(json.body)).toMatchObject({ status: 429, detail })
    const text = await send(app.port, { headers: { Accept: 'text/plain' } })
    expect([text.status, text.header('Cache-Control')]).toEqual([429, 'no-store'])
    expect(JSON.parse(text.body)).toMatchObject({ statusCode: 429, message: detail })
    await app.close()
  })

  test('options may come from a provider, and refusals be answered by a filter of the application', async () => {
    class Pages {
      home(_: Request, response: Response): void {
        response.send('home')
      }
    }
    route(Pages, 'home', Get('/'))
    const module = RateLimitModule.forRootAsync({
      imports: [{ module: App, providers: [Settings], exports: [Settings] }],
      inject: [Settings],
      useFactory: ({ limit }: Settings) => ({
        limiter: createLimiter({ limit: fixedWindow({ limit, window: '1m' }), clock: manualClock(0) }),
      }),
    })
    const nest = await create({ module: App, imports: [module], controllers: [Pages] })
    nest.useGlobalFilters(new OwnBody())
    const app = await running(nest)
    expect((await send(app.port)).header('RateLimit')).toBe('"default";r=2;t=60')
    for (const each of [1, 0]) {
      expect((await send(app.port)).header('RateLimit')).toBe(`"default";r=${each};t=60`)
    }
    const { status, header, body } = await send(app.port)
    expect([status, header('Retry-After'), body]).toEqual([429, '60', OWN_BODY])
    await app.close()
  })
}

/** What `@decorator` above a method of a class with two parameters, `@Req()` and `@Res()`, does. */
function route(type: Type, name: string, ...decorators: MethodDecorator[]): void {
  const prototype = type.prototype as object
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
  if (descriptor === undefined) throw new Error(`there is no method ${name}`)
  for (const decorate of decorators) decorate(prototype, name, descriptor)
  Req()(prototype, name, 0)
  Res()(prototype, name, 1)
  Controller()(type)
}

async function running(app: INestApplication): Promise<RunningApp> {
  await app.init()
  const instance = app.getHttpAdapter().getInstance() as { readonly ready?: () => Promise<unknown> }
  await instance.ready?.()
  return listening(app.getHttpServer() as Server)
}
