// An API with a limit for everybody. The application itself runs on Bun, Deno and Workers just as well.
//   PORT=3000 node examples/servers/hono.js
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/hono'

const app = new Hono()

app.use(rateLimit({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) }))

app.get('/', (context) => context.text('hello\n'))

export const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
