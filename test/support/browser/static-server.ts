/** A web server as plain as they come, with the headers that the service sends along with pages. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export interface StaticServer {
  /** Ends with the path below which the folder is. */
  readonly url: string
  stop(): Promise<void>
}

/** Serves a folder on loopback, below `path`, which begins and ends with a slash. */
export async function serveFolder(folder: string, path = '/'): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = fileFor(folder, path, wanted)
    void stat(file).then(
      () => {
        response.writeHead(200, {
          'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
          'Content-Security-Policy': "default-src 'self'",
        })
        createReadStream(file).pipe(response)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function fileFor(folder: string, path: string, wanted: string): string {
  if (!wanted.startsWith(path)) return join(folder, 'nothing-outside-the-path')
  const below = normalize(`/${wanted.slice(path.length)}`)
  return join(folder, below === '/' ? 'index.html' : below)
}
