/** Refusals as clients of GraphQL and of gateways get them. */
import type { Problem } from '../problem/problem.ts'
import { ownRefusalHeaders } from './own-refusal.ts'
import type { RefusalNotice } from './refusal-notice.ts'

/** The `extensions` of an error of GraphQL. */
export interface GraphQLRefusal {
  /** `'TOO_MANY_REQUESTS'` for a client over its limits, `'SERVICE_UNAVAILABLE'` for a server at its end. */
  readonly code: string
  /** Whole milliseconds after which the same call alone would pass; `null` if it never does. */
  readonly retryAfterMs: number | null
  readonly violatedPolicies: readonly string[]
  /** For servers that take the status and headers of their response from errors, as Apollo Server does. */
  readonly http: { readonly status: number; readonly headers: ReadonlyMap<string, string> }
  readonly [name: string]: unknown
}

export function graphqlRefusal(refusal: Problem, notice: RefusalNotice): GraphQLRefusal {
  const { retryAfterMs = null, violatedPolicies } = notice
  const headers = new HeaderMap()
  for (const [name, value] of ownRefusalHeaders(refusal.headers)) headers.set(name.toLowerCase(), value)
  return {
    code: refusal.status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE',
    retryAfterMs,
    violatedPolicies,
    http: { status: refusal.status, headers },
  }
}

/** Apollo Server takes nothing but a map; servers that write it down write an object. */
class HeaderMap extends Map<string, string> {
  toJSON(): Readonly<Record<string, string>> {
    return Object.fromEntries(this)
  }
}

/** What the client of a gateway gets as the data of the event `exception`. The package is there where gateways are. */
export async function gatewayRefusal(notice: RefusalNotice): Promise<Error> {
  const { WsException } = await import('@nestjs/websockets')
  const { kind, message, violatedPolicies, retryAfterMs = null } = notice
  return new WsException({ status: 'error', kind, message, violatedPolicies, retryAfterMs })
}
