/** Requests as bytes, for what no library of clients would send. */
import { connect } from 'node:net'

export interface RawResponse {
  readonly status: number
  /** The lines of the head after the first, as they came. */
  readonly lines: readonly string[]
  readonly body: string
}

/** Sends a GET with these header lines, one byte a letter, and reads until the server ends the connection. */
export function rawExchange(port: number, headers: readonly string[]): Promise<RawResponse> {
  const lines = ['GET / HTTP/1.1', 'Host: localhost', ...headers, 'Connection: close', '', '']
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      socket.end()
      resolve(responseOf(Buffer.concat(chunks).toString('latin1')))
    })
    socket.write(lines.join('\r\n'), 'latin1')
  })
}

function responseOf(text: string): RawResponse {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  return { status: Number(first.split(' ')[1]), lines, body: body.join('\r\n\r\n') }
}

/** The values of a header, one for each line of it. */
export function valuesOf({ lines }: RawResponse, name: string): readonly string[] {
  return lines
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim())
}
