import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendError } from './errors/send-error.ts'
import { RequestError } from './errors/request-error.ts'

/** How long requests under way may take when the service stops, in milliseconds. */
const GRACE_MS = 500

/** From the moment that the service stops, new requests on open connections get 503, and every answer ends its own. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!isStopping) return done()
    if (request.routeOptions.url === '/healthz') sendStopping(reply)
    else sendError(reply, stopping())
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('Connection', 'close')
    done(null, payload)
  })
}

/** Stops listening, lets requests under way end within `GRACE_MS`, and cuts the connections that are left. */
export async function stopService(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearTimeout(cut)
}

function sendStopping(reply: FastifyReply): void {
  reply.code(503).header('Cache-Control', 'no-store').send({ status: 'stopping' })
}

function stopping(): RequestError {
  return new RequestError('ERR_STOPPING', 'The service is being stopped.', {
    remedy: 'Ask another instance, or this one after it has started again.',
  })
}
