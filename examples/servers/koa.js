// An API with a limit for everybody.
//   PORT=3000 node examples/servers/koa.js
import Koa from 'koa'
import { tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/koa'

const app = new Koa()

app.use(rateLimit({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) }))

app.use((context) => {
  context.body = 'hello\n'
})

export const server = app.listen(Number(process.env.PORT ?? 3000))
