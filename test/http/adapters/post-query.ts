/** Queries of GraphQL over HTTP. */
import { once } from 'node:events'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly {
    readonly message: string
    readonly path?: readonly string[]
    readonly extensions?: Readonly<Record<string, unknown>>
  }[]
}

export interface AnsweredQuery {
  readonly status: number
  readonly answer: Answer
  readonly header: (name: string) => string | undefined
}

export async function post(
  port: number,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<AnsweredQuery> {
  const [response] = (await once(start(port, query, headers), 'response')) as [IncomingMessage]
  const answer = (await json(response)) as Answer
  return {
    status: response.statusCode ?? 0,
    answer,
    header: (name) => response.headers[name.toLowerCase()] as string | undefined,
  }
}

/** Sends a query and returns what goes away with it when it is called. */
export function postAndLeave(port: number, query: string): () => void {
  const request = start(port, query, {}).on('error', () => undefined)
  return () => request.destroy()
}

function start(port: number, query: string, headers: Readonly<Record<string, string>>): ClientRequest {
  return httpRequest({
    host: '127.0.0.1',
    port,
    path: '/graphql',
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    agent: false,
  }).end(JSON.stringify({ query }))
}
