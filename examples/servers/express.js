// An API with a limit for everybody and a stricter one for logins that fail.
//   PORT=3000 node examples/servers/express.js
//   curl -i localhost:3000/ ; curl -i -X POST 'localhost:3000/login?password=guess'
import express from 'express'
import { slidingLog, tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/express'

const app = express()

app.use(rateLimit({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) }))

app.get('/', (_request, response) => {
  response.send('hello\n')
})

const loginLimit = rateLimit({
  name: 'login',
  limit: slidingLog({ limit: 3, window: '15m' }),
  count: 'failures',
})
app.post('/login', loginLimit, (request, response) => {
  const isRight = request.query.password === 'open sesame'
  response.status(isRight ? 200 : 401).send(isRight ? 'welcome\n' : 'no\n')
})

export const server = app.listen(Number(process.env.PORT ?? 3000))
