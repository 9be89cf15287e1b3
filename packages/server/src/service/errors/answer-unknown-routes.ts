import type { FastifyInstance } from 'fastify'
import { sendUnbuiltPage } from '../web/unbuilt-page.ts'
import { methodsOf, notFound, wrongMethod } from './known-paths.ts'
import { sendError } from './send-error.ts'

/** Answers what no route takes: 405 where the path is one of the service's, else 404 with the paths that there are. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler(({ method, url }, reply) => {
    const [path = ''] = url.split('?', 1)
    const methods = methodsOf(path)
    if (methods === undefined) return sendError(reply, notFound(path))
    // Where path and method are known, it is the files of the playground that are missing.
    if (methods.includes(method)) return sendUnbuiltPage(reply)
    return sendError(reply, wrongMethod(method, path, methods))
  })
}
