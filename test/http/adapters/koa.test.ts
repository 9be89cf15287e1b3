import { createServer } from 'node:http'
import Koa, { type Context } from 'koa'
import { rateLimit, type KoaRateLimitOptions } from 'sluice/koa'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour } from './behaviour.ts'
import { optionsFor, OWN_BODY, type Answering, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'

adapterSuite('Koa 3', {
  handlesErrors: true,
  keepsHeadersOfErrors: true,
  start({ limits, answering = 'default', onArrival }) {
    const app = new Koa()
    app.silent = true
    for (const options of limits) app.use(rateLimit({ ...optionsFor(options, view), ...handlers[answering] }))
    app.use(async (context) => {
      onArrival?.(context.path)
      const { status, body } = await behaviour(context.path)
      context.status = status
      context.body = body
    })
    return listening(createServer(app.callback()))
  },
})

const handlers: Readonly<Record<Answering, Pick<KoaRateLimitOptions, 'handler'>>> = {
  default: {},
  'own body': {
    handler: (context) => {
      context.body = OWN_BODY
    },
  },
  'thrown error': { handler: (context) => context.throw(429) },
}

function view(context: Context): SuiteRequest {
  return { header: (name) => context.get(name) || undefined }
}
