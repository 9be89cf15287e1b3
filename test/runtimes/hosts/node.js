import { serve } from '@hono/node-server'

const { default: app } = await import(process.argv[2])
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`Listening on http://127.0.0.1:${port}/\n`)
})
