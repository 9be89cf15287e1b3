/** Headers of Node's requests, of which it drops those beyond a number (`maxHeadersCount`) and says so nowhere. */
import type { IncomingMessage } from 'node:http'
import type { HeaderInput } from '../header-input.ts'

/** Names and values that Node keeps where the server does not say how many headers. */
const MOST_BY_DEFAULT = 2000

const NONE: HeaderInput = []

type Received = Partial<Pick<IncomingMessage, 'rawHeaders' | 'socket'>>

/**
 * The headers of a request, or none of them if Node may have dropped some. A client can send so many that the line of the
 * nearest proxy, which comes last, is dropped, and one that it has written itself would be taken for the proxy's.
 */
export function wholeHeaders(request: Received & { readonly headers?: HeaderInput }): HeaderInput {
  return isCutShort(request) ? NONE : (request.headers ?? NONE)
}

/** The same for a request of the Fetch standard, where `platform` has the one of Node that it was made of. */
export function wholeFetchHeaders(request: Request, platform: unknown): HeaderInput {
  const { incoming = {} } = (platform ?? {}) as { readonly incoming?: Received }
  return isCutShort(incoming) ? NONE : request.headers
}

function isCutShort({ rawHeaders = [], socket }: Received): boolean {
  const { maxHeadersCount } = (socket as SocketOfServer | undefined)?.server ?? {}
  if (typeof maxHeadersCount !== 'number') return rawHeaders.length >= MOST_BY_DEFAULT
  return maxHeadersCount > 0 && rawHeaders.length >= maxHeadersCount * 2
}

interface SocketOfServer {
  readonly server?: { readonly maxHeadersCount?: number | null }
}
