import { connect, type Socket } from 'node:net'

/** A connection on which a test writes bytes itself. */
export interface RawConnection {
  readonly socket: Socket
  /** What has come back so far. */
  readonly received: string
  /** Waits until the connection is closed by the other side, and gives all that has come back. */
  readonly closed: Promise<string>
  /** Waits until something has come back. */
  until(wanted: RegExp): Promise<void>
}

/** Connects to a port of this machine. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  // A connection that is cut is closed as well.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(received))
  })
  await new Promise((resolve) => {
    socket.once('connect', resolve)
  })
  return {
    socket,
    closed,
    get received() {
      return received
    },
    async until(wanted) {
      while (!wanted.test(received)) {
        const more = new Promise((resolve) => {
          socket.once('data', resolve)
        })
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other
        await Promise.race([more, closed])
        if (socket.closed && !wanted.test(received)) throw new Error(`closed without ${wanted}: ${received}`)
      }
    },
  }
}
