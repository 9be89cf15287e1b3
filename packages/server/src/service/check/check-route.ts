import type { FastifyInstance } from 'fastify'
import type { PolicyLimiter } from 'sluice/policy'
import { checkAnswer } from './check-answer.ts'
import { readCheck } from './read-check.ts'

/** `POST /v1/check`: decides a request by its attributes and charges it if it passes. */
export function serveChecks(app: FastifyInstance, limiter: PolicyLimiter): void {
  app.post('/v1/check', (request, reply) => {
    const { attributes, cost } = readCheck(request.body)
    const { status, headers, body } = checkAnswer(limiter.check(attributes, { cost }))
    reply.code(status)
    for (const [name, value] of headers) reply.header(name, value)
    // Bytes, because Fastify adds a charset to the media type of text, which JSON has none of.
    return reply.send(Buffer.from(body))
  })
}
