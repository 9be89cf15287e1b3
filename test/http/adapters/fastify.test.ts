import type { Server } from 'node:http'
import fastify, { type FastifyRequest } from 'fastify'
import { rateLimit, type FastifyRateLimitOptions } from 'sluice/fastify'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour } from './behaviour.ts'
import { optionsFor, OWN_BODY, type Answering, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'

adapterSuite('Fastify 5', {
  handlesErrors: true,
  keepsHeadersOfErrors: true,
  async start({ limits, answering = 'default', onArrival }) {
    const app = fastify()
    for (const options of limits) {
      await app.register(rateLimit, { ...optionsFor(options, view), ...handlers[answering] })
    }
    app.all('/*', async (request, reply) => {
      onArrival?.(request.url)
      const { status, body } = await behaviour(request.url)
      return reply.code(status).send(body)
    })
    await app.ready()
    return listening(app.server as Server)
  },
})

const handlers: Readonly<Record<Answering, Pick<FastifyRateLimitOptions, 'handler'>>> = {
  default: {},
  'own body': { handler: (_, reply) => void reply.send(OWN_BODY) },
  'thrown error': {
    handler: () => {
      throw Object.assign(new Error('refused'), { statusCode: 429 })
    },
  },
}

function view({ headers }: FastifyRequest): SuiteRequest {
  return { header: (name) => headers[name] as string | undefined }
}
