// Connections of Socket.IO, and the events on each.
//   PORT=3000 node examples/servers/socket-io.js
import { createServer } from 'node:http'
import { fixedWindow, tokenBucket } from 'sluice'
import { limitConnections, limitEvents } from 'sluice/socket-io'
import { Server } from 'socket.io'

export const server = createServer()

const io = new Server(server)
io.engine.use(limitConnections({ name: 'connections', limit: fixedWindow({ limit: 10, window: '1m' }) }))
io.on(
  'connection',
  limitEvents({
    name: 'events',
    limit: tokenBucket({ capacity: 5, rate: '1/s' }),
    // An acknowledgement tells the client; without a handler it would be disconnected.
    handler: ({ args }, { message }) => args.at(-1)?.({ refused: message }),
  }),
)
io.on('connection', (socket) => {
  socket.on('say', (text, acknowledge) => acknowledge({ said: text }))
})

server.listen(Number(process.env.PORT ?? 3000))
