/** Where the runtimes behind the Fetch standard keep the address of a connection's peer. */
interface Platform {
  /** Deno's second argument of a handler. */
  readonly remoteAddr?: { readonly hostname?: unknown }
  /** Bun's server, the second argument of a handler there. */
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
  /** Where Hono puts Bun's server, if an application has an environment of its own too. */
  readonly server?: Pick<Platform, 'requestIP'>
  /** The request of `node:http` under `@hono/node-server`. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } }
}

/** The address of the peer by what the runtime hands to handlers beside the request; `undefined` if it does not tell. */
export function peerAddress(request: Request, platform: unknown): string | undefined {
  if (typeof platform !== 'object' || platform === null) return undefined
  const known: Platform = platform
  const { incoming, remoteAddr, server } = known
  const address =
    incoming?.socket?.remoteAddress ??
    remoteAddr?.hostname ??
    addressBy(known, request) ??
    (typeof server === 'object' && server !== null ? addressBy(server, request) : undefined)
  return typeof address === 'string' ? address : undefined
}

function addressBy(server: Pick<Platform, 'requestIP'>, request: Request): unknown {
  return typeof server.requestIP === 'function' ? server.requestIP(request)?.address : undefined
}
