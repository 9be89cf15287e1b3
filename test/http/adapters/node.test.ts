import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { rateLimit } from 'sluice/node'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour } from './behaviour.ts'
import { optionsFor, OWN_BODY, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'

adapterSuite('node:http', {
  handlesErrors: false,
  keepsHeadersOfErrors: false,
  start({ limits, answering, onArrival }) {
    const own = answering === 'own body' && {
      handler: (_: unknown, response: ServerResponse) => response.end(OWN_BODY),
    }
    const limited = limits
      .map((options) => rateLimit({ ...optionsFor(options, view), ...own }))
      .reduceRight<(request: IncomingMessage, response: ServerResponse) => unknown>(
        (handler, limit) => limit(handler),
        async (request, response) => {
          const path = request.url ?? ''
          onArrival?.(path)
          try {
            const { status, body } = await behaviour(path)
            response.writeHead(status).end(body)
          } catch {
            response.writeHead(500).end()
          }
        },
      )
    return listening(createServer(limited))
  },
})

function view({ headers }: IncomingMessage): SuiteRequest {
  return { header: (name) => headers[name] as string | undefined }
}
