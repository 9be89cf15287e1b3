/** A client that shows every line of a response's head, and that can go away. */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly status: number
  readonly body: string
  /** The value of a header; undefined if it is not there, and an error if it is there twice. */
  readonly header: (name: string) => string | undefined
}

export interface SendOptions {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export async function send(port: number, options: SendOptions = {}): Promise<Received> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    start(port, options).on('response', resolve).on('error', reject)
  })
  const body = await text(response)
  return { status: response.statusCode ?? 0, body, header: (name) => onlyValue(response.rawHeaders, name) }
}

/** Sends a request and returns what goes away with it when it is called. */
export function sendAndLeave(port: number, options: SendOptions = {}): () => void {
  const request = start(port, options).on('error', () => undefined)
  return () => request.destroy()
}

function start(port: number, options: SendOptions): ClientRequest {
  const { path = '/', method = 'GET', headers = {}, body } = options
  return httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)
}

function onlyValue(rawHeaders: readonly string[], name: string): string | undefined {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase(),
  )
  if (values.length > 1) throw new Error(`${name} came ${values.length} times: ${values.join(' | ')}`)
  return values[0]
}
