import type { FastifyInstance } from 'fastify'

/** `GET /healthz`: 200 for as long as checks are answered. */
export function serveHealth(app: FastifyInstance): void {
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))
}
