import { Hono } from 'hono'
import { rateLimit } from 'sluice/hono'
import { answerTo } from './answer.js'
import { routesWith } from './routes.js'

const app = new Hono()
const routes = routesWith((context, name) => context.req.header(name))
for (const [path, options] of Object.entries(routes)) {
  app.use(path, rateLimit(options))
  app.all(path, (context) => answerTo(context.req.raw))
}

export default { fetch: app.fetch }
