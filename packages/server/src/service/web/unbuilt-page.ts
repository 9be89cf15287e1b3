import type { FastifyReply } from 'fastify'
import { pageHeaders } from './page-headers.ts'

const page = `<!doctype html>
<html lang="en">
<title>Sluice</title>
<h1>The playground is not built</h1>
<p><code>npm run build</code> in the repository makes it; then load this page again. The service itself runs:
<code>POST /v1/check</code> decides.</p>
</html>
`

/** Stands in for the playground where its files are missing. */
export function sendUnbuiltPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers(pageHeaders)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}
