// Requests over connections that stay open, each sent when the one before it on its connection has been answered.
import { once } from 'node:events'
import { connect } from 'node:net'

const REQUEST = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\nUser-Agent: bench\r\n\r\n'
const BODY = 'hello'

export class Load {
  #sockets

  static async open(port, connections) {
    const sockets = Array.from({ length: connections }, () =>
      connect({ port, host: '127.0.0.1', noDelay: true }),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return new Load(sockets)
  }

  constructor(sockets) {
    this.#sockets = sockets
  }

  /** Sends so many requests in all. */
  async send(requests) {
    let left = requests
    const nextIsDue = () => left-- > 0
    await Promise.all(this.#sockets.map((socket) => sendWhile(socket, nextIsDue)))
  }

  /** The head of one answer, in lines. */
  async look() {
    const [socket] = this.#sockets
    socket.write(REQUEST)
    const [answer] = await once(socket, 'data')
    return headOf(answer.toString('latin1')).split('\r\n')
  }

  close() {
    for (const socket of this.#sockets) socket.destroy()
  }
}

function sendWhile(socket, nextIsDue) {
  return new Promise((resolve, reject) => {
    let text = ''
    const next = () => {
      if (nextIsDue()) return socket.write(REQUEST)
      socket.off('data', more).off('close', closed)
      resolve()
    }
    const more = (bytes) => {
      text += bytes.toString('latin1')
      // Answers come one at a time, so the end of the body is the end of what has come.
      if (!text.endsWith(`\r\n\r\n${BODY}`)) return
      if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(headOf(text)))
      text = ''
      next()
    }
    const closed = () => reject(new Error('The server closed a connection'))
    socket.on('data', more).on('close', closed)
    next()
  })
}

function headOf(answer) {
  return answer.slice(0, answer.indexOf('\r\n\r\n'))
}
