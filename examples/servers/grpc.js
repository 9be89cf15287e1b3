// A service of gRPC whose calls are limited by the address of the client.
//   PORT=3000 node examples/servers/grpc.js
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { tokenBucket } from 'sluice'
import { rateLimit } from 'sluice/grpc'

// A .proto file gives these by @grpc/proto-loader; here they are written out, so that the example needs nothing else.
const toBytes = (text) => Buffer.from(text)
const fromBytes = (bytes) => bytes.toString()
export const echo = {
  Say: {
    path: '/example.Echo/Say',
    requestStream: false,
    responseStream: false,
    requestSerialize: toBytes,
    requestDeserialize: fromBytes,
    responseSerialize: toBytes,
    responseDeserialize: fromBytes,
  },
}

export const server = new Server({
  interceptors: [rateLimit({ name: 'echo', limit: tokenBucket({ capacity: 20, rate: '5/s' }) })],
})
server.addService(echo, { Say: ({ request }, answer) => answer(null, request) })

export const listening = new Promise((resolve, reject) => {
  const address = `0.0.0.0:${process.env.PORT ?? 3000}`
  server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
    error === null ? resolve(port) : reject(error),
  )
})
