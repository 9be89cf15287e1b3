/** A store behind a real socket: a server on the loopback that decides by a memory store, and can hang or go away. */
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { memoryStore } from '../../packages/sluice/src/index.ts'
import type { Binding, BindOptions, NamedLimit, Store } from '../../packages/sluice/src/stores/store.ts'
import { StoreGuard, type GuardParts } from '../../packages/sluice/src/stores/failure/store-guard.ts'

export interface CountingServer {
  /** A store in front of it, with a guard of its own: a process of a fleet. */
  store(parts?: GuardParts): Store<'async'> & { readonly guard: StoreGuard }
  /** Accepts connections and never answers. */
  hang(): void
  stop(): Promise<void>
  /** Listens again on the same port, with all that was counted. */
  restart(): Promise<void>
}

type Verb = 'check' | 'peek' | 'charge' | 'giveBack' | 'block' | 'reset'

export async function startCountingServer(): Promise<CountingServer> {
  const sockets = new Set<Socket>()
  let counts: Binding<'sync'> | undefined
  let hangs = false
  let server: Server
  let port = 0

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', (line) => {
      if (hangs) return
      const [verb, ...args] = JSON.parse(String(line)) as [
        Verb,
        readonly string[],
        number,
        number | undefined,
      ]
      const answer: unknown = counts?.[verb](...args)
      socket.end(JSON.stringify(answer ?? null))
    })
  }

  async function listen(): Promise<void> {
    server = createServer(serve)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  }

  await listen()
  return {
    store(parts = {}) {
      const guard = new StoreGuard('counting server', parts)
      return {
        name: 'counting server',
        mode: 'async',
        guard,
        bind(limits: readonly NamedLimit[], options: BindOptions) {
          counts ??= memoryStore().bind(limits, options)
          return guard.guard(
            bindingOver(() => port),
            limits,
            options,
          )
        },
      }
    },
    hang: () => (hangs = true),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
    async restart() {
      hangs = false
      await listen()
    },
  }
}

function bindingOver(port: () => number): Binding<'async'> {
  const ask = <T>(...call: unknown[]) => askOnce<T>(port(), call)
  return {
    check: (...args) => ask('check', ...args),
    peek: (...args) => ask('peek', ...args),
    charge: (...args) => ask('charge', ...args),
    giveBack: (...args) => ask('giveBack', ...args),
    block: (...args) => ask('block', ...args),
    reset: (...args) => ask('reset', ...args),
    close: () => Promise.resolve(),
  }
}

/** One question over a connection of its own, in one small packet each way. */
async function askOnce<T>(port: number, call: readonly unknown[]): Promise<T> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(JSON.stringify(call))
  return JSON.parse(await text(socket)) as T
}
