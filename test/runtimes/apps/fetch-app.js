import { rateLimit } from 'sluice/fetch'
import { answerTo } from './answer.js'
import { routesWith } from './routes.js'

const routes = routesWith((request, name) => request.headers.get(name))
const handlers = new Map(
  Object.entries(routes).map(([path, options]) => [path, rateLimit(options)(answerTo)]),
)

export default {
  fetch(request, ...platform) {
    const handler = handlers.get(new URL(request.url).pathname)
    return handler === undefined ? new Response(null, { status: 404 }) : handler(request, ...platform)
  },
}
