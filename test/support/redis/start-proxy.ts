/** A TCP proxy in front of a server on loopback, which fails in the ways a network does, when told to. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { atFreePort, PortTaken } from './free-port.ts'
import { joinToServer } from './proxied-connection.ts'
import type { ProxyFaults } from './proxied-connection.ts'

export interface RedisProxy {
  readonly port: number
  /** How many connections are open now. */
  readonly connections: number
  /** How many were accepted so far. */
  readonly accepted: number
  /** How many were cut by `cutAfterReplyBytes` and `dropReplies` so far. */
  readonly cuts: number
  /** How many replies, or pieces of them, are held back by the delay now. */
  readonly held: number
  /** Every reply comes this much later, in ms; requests pass at once, so a round trip takes this much longer. */
  delayMs: number
  /**
   * On the connection with the next reply: `bytes` bytes of what the server answers pass, then it is reset. Once. (A
   * client may take a reset right behind data for an end.)
   */
  cutAfterReplyBytes(bytes: number): void
  /** The server acts on the next request; its reply is lost and the connection is reset. Once. */
  dropReplies(): void
  /** Resets the open connections and refuses new ones, as where nothing listens, until `recover`. */
  refuse(): void
  /** Accepts connections and lets nothing through, either way, until `recover`. */
  silence(): void
  /**
   * Everything passes again, at once; a cut that has not come is forgotten. After silence the connections are reset, for
   * what they have swallowed cannot be made good.
   */
  recover(): Promise<void>
  /** Resets the open connections; new ones are accepted. */
  resetConnections(): void
  /** Resets the open connections and stops listening. */
  stop(): void
}

export interface ProxyOptions {
  /** The loopback port of the server behind it. */
  readonly to: number
}

/** Starts a proxy; resolves when it listens. It does not keep the process alive. */
export async function startProxy({ to }: ProxyOptions): Promise<RedisProxy> {
  const faults: ProxyFaults = { delayMs: 0, held: 0, silent: false, cutAfterBytes: undefined, cuts: 0 }
  const open = new Set<Socket>()
  let accepted = 0
  const server = createServer({ noDelay: true }, (client) => {
    accepted += 1
    open.add(client)
    client.once('close', () => open.delete(client))
    joinToServer(client, to, faults)
  })
  server.unref()
  const port = await atFreePort((free) => listen(server, free))
  const resetConnections = (): void => {
    for (const client of open) client.resetAndDestroy()
  }
  const refuse = (): void => {
    server.close()
    resetConnections()
  }
  return {
    port,
    get connections() {
      return open.size
    },
    get accepted() {
      return accepted
    },
    get cuts() {
      return faults.cuts
    },
    get held() {
      return faults.held
    },
    get delayMs() {
      return faults.delayMs
    },
    set delayMs(ms) {
      faults.delayMs = ms
    },
    cutAfterReplyBytes(bytes) {
      faults.cutAfterBytes = bytes
    },
    dropReplies() {
      faults.cutAfterBytes = 0
    },
    refuse,
    silence() {
      faults.silent = true
    },
    async recover() {
      if (faults.silent) resetConnections()
      Object.assign(faults, { delayMs: 0, silent: false, cutAfterBytes: undefined })
      if (!server.listening) await listen(server, port)
    },
    resetConnections,
    stop: refuse,
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return port
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortTaken(port) : error
  }
}
