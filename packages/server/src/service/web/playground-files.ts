import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from './page-headers.ts'

/** Names with a digest of the content in them, as the build gives them, so that a name never changes its content. */
const digested = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+(?:\.gz)?$/

/** Serves the files of the playground at `/`. They may be built later than the service starts. */
export async function servePlayground(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(staticFiles, {
    root: folder,
    dotfiles: 'ignore',
    suppressWarning: true,
    cacheControl: false,
    // The build lays a compressed copy beside each file.
    preCompressed: true,
    setHeaders(reply, path) {
      for (const [name, value] of Object.entries(pageHeaders)) reply.header(name, value)
      // no-cache keeps a copy, but asks each time whether it is still the same.
      reply.header('Cache-Control', digested.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
