import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PolicyDecision, PolicyLimiter } from 'sluice/policy'
import { LONGEST_BODY } from '../json-body.ts'
import type { OpenChecks } from '../settle/open-checks.ts'
import { checkAnswer } from './check-answer.ts'
import { readCheck } from './read-check.ts'

/** `POST /v1/check`: decides a request by its attributes and charges it if it passes. */
export function serveChecks(app: FastifyInstance, limiter: PolicyLimiter, openChecks: OpenChecks): void {
  app.post('/v1/check', (request, reply) => {
    const { attributes, cost } = readCheck(request.body)
    const decision = limiter.check(attributes, { cost })
    const settleId =
      cost > 0 && awaitsOutcome(decision) ? openChecks.add(decision, bytesOf(request)) : undefined
    const { status, headers, body } = checkAnswer(decision, settleId)
    reply.code(status)
    for (const [name, value] of headers) reply.header(name, value)
    // Bytes, because Fastify adds a charset to the media type of text, which JSON has none of.
    return reply.send(Buffer.from(body))
  })
}

/** Whether it stays charged depends on how the request ends. */
function awaitsOutcome({ allowed, rules }: PolicyDecision): boolean {
  return allowed && rules.some(({ rule }) => rule.count !== 'all')
}

/** How much was sent; where the length was not told, as much as may be. */
function bytesOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? LONGEST_BODY)
}
