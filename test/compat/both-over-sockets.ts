/** Runs the same requests, one after the other, against two servers that differ in their limiter only. */
import { request as send, createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type express5 from 'express'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { vi } from 'vitest'

export interface Asked {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** How long after the request before. */
  readonly afterMs?: number
  /** Whether the client leaves before it has an answer. */
  readonly leaves?: boolean
  /** What is asked before it leaves. */
  readonly meanwhile?: readonly Asked[]
}

export interface Answered {
  readonly status: number | undefined
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

export interface Application {
  readonly express: typeof express5
  readonly trustProxy?: unknown
  /** Under which properties a request may tell how it stands. */
  readonly properties: readonly string[]
}

/** Those that a server sends of its own accord, and that change with the time of day in either. */
const notCompared = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

/** An application that answers with how the limiter says that the request stands, and with the status that is asked for. */
function serve(limiters: readonly RequestHandler[], { express, trustProxy, properties }: Application) {
  const app = express()
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy)
  const closed: Promise<void>[] = []
  const arrived: (() => void)[] = []
  app.use((_, response: Response, next) => {
    closed.push(new Promise((resolve) => response.once('close', resolve)))
    next()
  })
  for (const limiter of limiters) app.use(limiter)
  app.get('/hangs', () => arrived.shift()?.())
  app.use((request, response) => {
    const told = request as unknown as Record<string, { readonly current?: number } | undefined>
    const stands = properties.map((name) => ({ ...told[name], current: told[name]?.current }))
    response.status(Number(request.query['status'] ?? 200)).json(stands)
  })
  // As Express itself, but without the lines where the error was made.
  app.use(((error: Error & { status?: number }, _, response, __) => {
    response.status(error.status ?? 500).json({ error: error.message })
  }) satisfies ErrorRequestHandler)
  return { server: createServer(app), closed, arrived }
}

async function answer(port: number, { path = '/', headers = {} }: Asked): Promise<Answered> {
  return await new Promise((resolve, reject) => {
    send({ port, path, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => {
        const kept = Object.entries(response.headers).filter(([name]) => !notCompared.has(name))
        resolve({ status: response.statusCode, body, headers: Object.fromEntries(kept) })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** Asks, lets others ask while there is no answer, and goes away. */
async function leave(
  port: number,
  path: string,
  arrived: (() => void)[],
  meanwhile: () => Promise<void>,
): Promise<void> {
  const call = send({ port, path, agent: false }).on('error', () => undefined)
  await new Promise<void>((resolve) => {
    arrived.push(resolve)
    call.end()
  })
  await meanwhile()
  call.destroy()
}

export async function answersOf(
  limiters: readonly RequestHandler[],
  application: Application,
  asked: readonly Asked[],
): Promise<readonly Answered[]> {
  const { server, closed, arrived } = serve(limiters, application)
  const port = await listening(server)
  const answers: Answered[] = []
  const ask = async (each: Asked): Promise<void> => {
    vi.setSystemTime(Date.now() + (each.afterMs ?? 0))
    if (!each.leaves) answers.push(await answer(port, each))
    else {
      await leave(port, each.path ?? '/hangs', arrived, async () => {
        for (const other of each.meanwhile ?? []) await ask(other)
      })
    }
  }
  try {
    for (const each of asked) {
      await ask(each)
      // What a limiter does at the end of a response has then been done.
      await Promise.all(closed)
      await turn()
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return answers
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
