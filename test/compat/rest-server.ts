/** Lets the client of @upstash/redis reach a Redis here: commands come as JSON over HTTP, and so do their answers. */
import type { Redis } from 'ioredis'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

export interface RestServer {
  readonly url: string
  close(): void
}

type Command = readonly [name: string, ...args: (string | number)[]]

/** The flag in the first line of their scripts is one of Upstash's own server. */
const foreignFlags = /^#!lua flags=allow-key-locking\n/

async function answer(redis: Redis, [name, ...args]: Command): Promise<object> {
  try {
    const known = args.map((arg) => (typeof arg === 'string' ? arg.replace(foreignFlags, '') : arg))
    return { result: await redis.call(name, ...known) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

export async function startRest(redis: Redis): Promise<RestServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await json(request)
      const answers =
        request.url === '/pipeline'
          ? await Promise.all((body as Command[]).map((command) => answer(redis, command)))
          : await answer(redis, body as Command)
      response.writeHead('error' in answers ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answers))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
