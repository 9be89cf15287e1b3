// Connections of WebSockets, and the messages on each.
//   PORT=3000 node examples/servers/ws.js
import { createServer } from 'node:http'
import { fixedWindow, tokenBucket } from 'sluice'
import { limitMessages, verifyClient } from 'sluice/ws'
import { WebSocketServer } from 'ws'

export const server = createServer()

const connections = verifyClient({ name: 'connections', limit: fixedWindow({ limit: 10, window: '1m' }) })
const messages = limitMessages({ name: 'messages', limit: tokenBucket({ capacity: 5, rate: '1/s' }) })

const sockets = new WebSocketServer({ server, verifyClient: connections })
sockets.on('connection', (socket, request) => {
  const listener = messages(socket, request, (data, isBinary) => socket.send(data, { binary: isBinary }))
  socket.on('message', listener)
})

server.listen(Number(process.env.PORT ?? 3000))
