/** One small application in each framework, on a server that lets large headers in. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Controller, Get, type ExecutionContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import express, { type Request as ExpressRequest } from 'express'
import fastify, { type FastifyRequest } from 'fastify'
import { Hono, type Context } from 'hono'
import Koa, { type Context as KoaContext } from 'koa'
import { rateLimit as expressLimit } from 'sluice/express'
import { rateLimit as fastifyLimit } from 'sluice/fastify'
import { rateLimit as fetchLimit } from 'sluice/fetch'
import { rateLimit as honoLimit } from 'sluice/hono'
import { rateLimit as koaLimit } from 'sluice/koa'
import { rateLimitGuard, RateLimitFilter } from 'sluice/nest'
import { rateLimit as nodeLimit } from 'sluice/node'
import { optionsFor, type RunningApp, type SuiteOptions } from '../adapters/harness.ts'
import { listening } from '../adapters/listening.ts'

export interface App {
  readonly name: string
  start(options: SuiteOptions): Promise<RunningApp>
}

/** In bytes. */
const server = { maxHeaderSize: 8_000_000 }

export const apps: readonly App[] = [
  {
    name: 'node:http',
    start: (options) =>
      listening(
        createServer(
          server,
          nodeLimit(optionsFor(options, nodeView))((_, response) => response.end('hello')),
        ),
      ),
  },
  {
    name: 'Express 5',
    start(options) {
      const app = express().set('env', 'test')
      app.use(
        expressLimit(optionsFor(options, (request: ExpressRequest) => nodeView(request))),
        (_, response) => void response.send('hello'),
      )
      return listening(createServer(server, app))
    },
  },
  {
    name: 'Fastify 5',
    async start(options) {
      const app = fastify({ http: server })
      await app.register(
        fastifyLimit,
        optionsFor(options, ({ raw }: FastifyRequest) => nodeView(raw)),
      )
      app.get('/', () => 'hello')
      await app.ready()
      return listening(app.server as Server)
    },
  },
  {
    name: 'Koa 3',
    start(options) {
      const app = new Koa()
      app.silent = true
      app.use(koaLimit(optionsFor(options, ({ req }: KoaContext) => nodeView(req))))
      app.use((context) => {
        context.body = 'hello'
      })
      return listening(createServer(server, app.callback()))
    },
  },
  {
    name: 'NestJS 12',
    async start(options) {
      const app = await NestFactory.create({ module: Nest, controllers: [Hello] }, new ExpressAdapter(), {
        logger: false,
      })
      app.useGlobalGuards(rateLimitGuard(optionsFor(options, nestView)))
      app.useGlobalFilters(new RateLimitFilter())
      await app.init()
      return listening(createServer(server, app.getHttpAdapter().getInstance() as RequestListener))
    },
  },
  {
    name: 'Hono 4',
    start(options) {
      const app = new Hono()
      app.use(honoLimit(optionsFor(options, ({ req }: Context) => ({ header: (name) => req.header(name) }))))
      app.get('/', (context) => context.text('hello'))
      return listening(createAdaptorServer({ fetch: app.fetch, serverOptions: server }) as Server)
    },
  },
  {
    name: 'a fetch handler',
    start(options) {
      const limited = fetchLimit(optionsFor(options, fetchView))(hello)
      return listening(createAdaptorServer({ fetch: limited, serverOptions: server }) as Server)
    },
  },
]

/** A module of Nest is a class, whatever is in it. */
class Nest {
  readonly name = 'hostile'
}

class Hello {
  hello(): string {
    return 'hello'
  }
}
Get('/')(
  Hello.prototype,
  'hello',
  Object.getOwnPropertyDescriptor(Hello.prototype, 'hello') as PropertyDescriptor,
)
Controller()(Hello)

function nestView(context: ExecutionContext) {
  return nodeView(context.switchToHttp().getRequest<IncomingMessage>())
}

/** Takes what the server hands over beside the request, as that tells who the peer is. */
function hello(_request: Request, _platform: unknown): Response {
  return new Response('hello')
}

function fetchView({ headers }: Request) {
  return { header: (name: string) => headers.get(name) ?? undefined }
}

function nodeView({ headers }: IncomingMessage) {
  return { header: (name: string) => headers[name.toLowerCase()] as string | undefined }
}
