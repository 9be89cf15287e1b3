import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { rateLimit } from 'sluice/fetch'
import { adapterSuite } from './adapter-suite.ts'
import { behaviour } from './behaviour.ts'
import { optionsFor, OWN_BODY, type SuiteRequest } from './harness.ts'
import { listening } from './listening.ts'

adapterSuite('handlers of the Fetch standard', {
  handlesErrors: false,
  keepsHeadersOfErrors: false,
  start({ limits, answering, onArrival }) {
    const own = answering === 'own body' && { handler: () => new Response(OWN_BODY, { status: 429 }) }
    const limited = limits
      .map((options) => rateLimit({ ...optionsFor(options, view), ...own }))
      .reduceRight<(request: Request, platform: unknown) => Response | Promise<Response>>(
        (handler, limit) => limit(handler),
        async (request) => {
          const { pathname } = new URL(request.url)
          onArrival?.(pathname)
          const { status, body } = await behaviour(pathname)
          return new Response(body, { status })
        },
      )
    return listening(createAdaptorServer({ fetch: limited }) as Server)
  },
})

function view({ headers }: Request): SuiteRequest {
  return { header: (name) => headers.get(name) ?? undefined }
}
