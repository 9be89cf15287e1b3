import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { rateLimit, type HonoRateLimitOptions } from 'sluice/hono'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour, type Reply } from './behaviour.ts'
import { optionsFor, OWN_BODY, type Answering, type Harness, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'

adapterSuite(
  'Hono 4, responses of its context',
  harnessOf((context, { status, body }) => context.text(body, status as ContentfulStatusCode)),
)
adapterSuite(
  'Hono 4, responses of its own',
  harnessOf((_, { status, body }) => new Response(body, { status })),
)

function harnessOf(respond: (context: Context, reply: Reply) => Response): Harness {
  return {
    handlesErrors: true,
    keepsHeadersOfErrors: true,
    start({ limits, answering = 'default', onArrival }) {
      const app = new Hono()
      app.onError((error, context) =>
        error instanceof HTTPException ? error.getResponse() : context.text('failed', 500),
      )
      for (const options of limits)
        app.use(rateLimit({ ...optionsFor(options, view), ...handlers[answering] }))
      app.all('*', async (context) => {
        onArrival?.(context.req.path)
        return respond(context, await behaviour(context.req.path))
      })
      return listening(createAdaptorServer({ fetch: app.fetch }) as Server)
    },
  }
}

const handlers: Readonly<Record<Answering, Pick<HonoRateLimitOptions, 'handler'>>> = {
  default: {},
  'own body': { handler: (context) => context.text(OWN_BODY) },
  'thrown error': {
    handler: () => {
      throw new HTTPException(429)
    },
  },
}

function view({ req }: Context): SuiteRequest {
  return { header: (name) => req.header(name) }
}
