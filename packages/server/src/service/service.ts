/**
 * The service over HTTP. Each thing it offers is a file that adds its routes to the one server here; what it decides by
 * comes from outside, so that other ways in (gRPC, administration) can share it.
 */
import fastify, { type FastifyInstance } from 'fastify'
import type { PolicyLimiter } from 'sluice/policy'
import { serveChecks } from './check/check-route.ts'
import { answerErrors } from './errors/answer-errors.ts'
import { answerUnknownRoutes } from './errors/answer-unknown-routes.ts'
import { answerBrokenRequest } from './errors/broken-request.ts'
import { foundText } from './errors/found-text.ts'
import { RequestError } from './errors/request-error.ts'
import { sendError } from './errors/send-error.ts'
import { serveHealth } from './health.ts'
import { acceptJsonBodies, LONGEST_BODY } from './json-body.ts'
import { OpenChecks } from './settle/open-checks.ts'
import { serveSettling } from './settle/settle-route.ts'
import { refuseWhileStopping } from './stopping.ts'
import { servePlayground } from './web/playground-files.ts'

export interface ServiceOptions {
  readonly limiter: PolicyLimiter
  /** The folder with the built playground; it may be missing. */
  readonly playground: string
  /** Tells the people who run the service what went wrong in it. */
  readonly complain: (text: string) => void
  /** How long a request may take to arrive whole, in milliseconds. Default 10,000. */
  readonly requestTimeoutMs?: number
}

/** The service with all its routes, not yet listening. */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { limiter, playground, complain, requestTimeoutMs = 10_000 } = options
  const app = fastify({
    bodyLimit: LONGEST_BODY,
    requestTimeout: requestTimeoutMs,
    // Node takes the longer of the two for the whole request, whichever it is.
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: 1000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, { url }, reply) => {
      const remedy = 'Write % as %25.'
      sendError(
        reply,
        new RequestError('ERR_BAD_REQUEST', 'The path cannot be decoded.', { found: foundText(url), remedy }),
      )
    },
  })
  refuseWhileStopping(app)
  acceptJsonBodies(app)
  answerErrors(app, complain)
  answerUnknownRoutes(app)
  serveHealth(app)
  const openChecks = new OpenChecks()
  serveChecks(app, limiter, openChecks)
  serveSettling(app, openChecks)
  await servePlayground(app, playground)
  return app
}
