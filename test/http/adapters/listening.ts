import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { RunningApp } from './harness.ts'

/** Lets a server listen on a free port of the loopback. */
export async function listening(server: Server): Promise<RunningApp> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
