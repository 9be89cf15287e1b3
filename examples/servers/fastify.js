// An API with a limit for everybody and a stricter one for logins that fail.
//   PORT=3000 node examples/servers/fastify.js
import fastify from 'fastify'
import { slidingLog, tokenBucket } from 'sluice'
import { rateLimit, rateLimitHook } from 'sluice/fastify'

const app = fastify()

await app.register(rateLimit, { name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) })

app.get('/', () => 'hello\n')

const loginLimit = rateLimitHook({
  name: 'login',
  limit: slidingLog({ limit: 3, window: '15m' }),
  count: 'failures',
})
app.post('/login', { onRequest: loginLimit }, (request, reply) => {
  const isRight = request.query.password === 'open sesame'
  reply.code(isRight ? 200 : 401).send(isRight ? 'welcome\n' : 'no\n')
})

await app.listen({ port: Number(process.env.PORT ?? 3000) })
export const { server } = app
