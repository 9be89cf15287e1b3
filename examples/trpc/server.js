// A tRPC server with a limit for all procedures and a stricter one for logins that fail.
//   PORT=3000 node examples/trpc/server.js
//   curl -i localhost:3000/greeting
import { initTRPC, TRPCError } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { slidingLog, tokenBucket } from 'sluice'
import { rateLimit } from './rate-limit.js'

const t = initTRPC.create({
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: { ...shape.data, retryAfterSeconds: error.cause?.retryAfterSeconds },
  }),
})

const procedure = t.procedure.use(
  rateLimit({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) }),
)

const loginLimit = rateLimit({
  name: 'login',
  limit: slidingLog({ limit: 3, window: '15m' }),
  count: 'failures',
})

const router = t.router({
  greeting: procedure.query(() => 'hello'),
  login: procedure
    .input(String)
    .use(loginLimit)
    .mutation(({ input }) => {
      if (input !== 'open sesame') throw new TRPCError({ code: 'UNAUTHORIZED' })
      return 'welcome'
    }),
})

const server = createHTTPServer({ router, createContext: ({ req, res }) => ({ req, res }) })
server.listen(Number(process.env.PORT ?? 3000), () => {
  process.stdout.write(`http://localhost:${server.address().port}\n`)
})
