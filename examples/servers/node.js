// A server without a framework.
//   PORT=3000 node examples/servers/node.js
import { createServer } from 'node:http'
import { tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/node'

const limit = rateLimit({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) })

export const server = createServer(limit((request, response) => response.end('hello\n'))).listen(
  Number(process.env.PORT ?? 3000),
)
