import type { FastifyInstance } from 'fastify'
import { foundText } from '../errors/found-text.ts'
import { RequestError } from '../errors/request-error.ts'
import type { OpenChecks } from './open-checks.ts'
import { readSettle } from './read-settle.ts'

/** `POST /v1/settle`: says how a request ended, so that rules which do not count it give back what they charged. */
export function serveSettling(app: FastifyInstance, openChecks: OpenChecks): void {
  app.post('/v1/settle', (request, reply) => {
    const { id, failed } = readSettle(request.body)
    const decision = openChecks.take(id)
    if (decision === undefined) throw notOpen(id)
    decision.settle({ failed })
    return reply.code(204).header('Cache-Control', 'no-store').send()
  })
}

function notOpen(id: string): RequestError {
  return new RequestError('ERR_NOT_OPEN', `No check ${foundText(id)} is open here.`, {
    field: 'id',
    found: foundText(id),
    remedy: 'Settle a check once, within ten minutes, at the service that answered it.',
  })
}
