// A middleware of tRPC that limits procedures. Every call is charged, also those that a client sends in one batch, and the
// headers of the response tell of them all.
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { rateLimitEngine } from 'sluice/http'

/** How the engine reads a call; the context has the request and the response of Node. */
const reader = {
  identity: (call) => call,
  envelope: ({ ctx }) => ctx.req,
  method: () => 'POST',
  headers: ({ ctx }) => ctx.req.headers,
  remoteAddress: ({ ctx }) => ctx.req.socket.remoteAddress,
}

/** For `t.procedure.use(rateLimit({ ... }))`. The functions among the options take `{ ctx, path, type }`. */
export function rateLimit(options) {
  const engine = rateLimitEngine(reader, options)
  return async ({ ctx, path, type, signal, next }) => {
    const passage = await engine.begin({ ctx, path, type })
    const { refusal } = passage
    tell(ctx.res, [...passage.headers(), ...(refusal?.headers ?? [])])
    if (refusal !== undefined) throw errorOf(refusal)
    if (passage.action === 'delay') {
      signal?.addEventListener('abort', () => passage.aborted())
      if (!(await passage.wait())) throw new TRPCError({ code: 'CLIENT_CLOSED_REQUEST' })
    }
    const result = await next()
    await passage.finished(result.ok ? 200 : getHTTPStatusCodeFromError(result.error))
    return result
  }
}

/** The reason is the cause, where `errorFormatter` finds `retryAfterSeconds`. */
function errorOf({ status, reason }) {
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE'
  return new TRPCError({ code, message: reason.detail, cause: reason })
}

/** The body stays tRPC's. A response that is streamed has sent its headers with the first answer. */
function tell(response, headers) {
  if (response.headersSent) return
  for (const [name, value] of headers) {
    if (name !== 'Content-Type') response.setHeader(name, value)
  }
}
