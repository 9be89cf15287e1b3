/** What the routes answer to requests that pass: whom each rule charged, and what it said. */
import { rateLimitOf } from 'sluice/http'

export function answerTo(request) {
  const body = rateLimitOf(request).map(({ name, mode, keys, cost, decision }) => ({
    name,
    mode,
    keys,
    cost,
    allowed: decision.allowed,
    remaining: decision.remaining,
  }))
  const status = Number(request.headers.get('x-status') ?? 200)
  return Response.json(body, { status, headers: { 'Content-Type': 'application/json' } })
}
