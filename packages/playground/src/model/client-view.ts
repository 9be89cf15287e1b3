import type { Decision, Limit } from 'sluice'
import { problem, rateLimitHeaders, rateLimitPolicy, type HeaderPair } from 'sluice/http'

/** What the client of one request gets. */
export interface ClientView {
  readonly status: number
  readonly headers: readonly HeaderPair[]
  /** Empty where the service's own answer would stand. */
  readonly body: string
}

/** The response to a request as the library's middleware sends it; `name` is what clients call the limit. */
export function clientView(decision: Decision, limit: Limit, name: string = 'api'): ClientView {
  const told = [{ policy: rateLimitPolicy({ name, limit }), decision }]
  const headers = rateLimitHeaders(told)
  if (decision.allowed) return { status: 200, headers, body: '' }
  const refusal = problem(told)
  return { status: refusal.status, headers: [...headers, ...refusal.headers], body: refusal.body }
}
