/** A service of gRPC on the loopback that echoes text, and calls to it. */
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ChannelOptions,
  type ClientUnaryCall,
  type sendUnaryData,
  type ServerInterceptor,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js'

export const ECHO = '/test.Echo/Say'
const COUNT = '/test.Echo/Count'

const toBytes = (text: string): Buffer => Buffer.from(text)
const fromBytes = (bytes: Buffer): string => bytes.toString()
const text = {
  requestSerialize: toBytes,
  requestDeserialize: fromBytes,
  responseSerialize: toBytes,
  responseDeserialize: fromBytes,
}

type Say = (call: ServerUnaryCall<string, string>, answer: sendUnaryData<string>) => void

export interface Echo {
  readonly port: number
  readonly say: (message: string, metadata?: Metadata) => Promise<Outcome>
  /** Starts a call and shows the call itself. */
  readonly start: (message: string, done: (error: ServiceError | null) => void) => ClientUnaryCall
  /** Reads a stream of numbers to its end. */
  readonly count: () => Promise<readonly string[]>
  /** Reads a stream up to its first message and goes away. */
  readonly leaveStream: () => Promise<void>
}

/** All that a client sees of a call. */
export interface Outcome {
  readonly code: number
  readonly details: string
  readonly answer: string | undefined
  readonly initial: Metadata
  readonly trailing: Metadata
}

export interface EchoOptions {
  readonly interceptors: ServerInterceptor[]
  readonly handler?: Say
  readonly client?: ChannelOptions
}

export async function withEcho(options: EchoOptions, use: (echo: Echo) => Promise<void>): Promise<void> {
  const server = new Server({ interceptors: options.interceptors })
  const methods = {
    Say: { path: ECHO, requestStream: false, responseStream: false, ...text },
    Count: { path: COUNT, requestStream: false, responseStream: true, ...text },
  }
  server.addService(methods, { Say: options.handler ?? echo, Count: count })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options.client)
  try {
    await use(echoBy(client, port))
  } finally {
    client.close()
    server.forceShutdown()
  }
}

const echo: Say = ({ request }, answer) => answer(null, request)

function count(call: ServerWritableStream<string, string>): void {
  for (const each of ['1', '2', '3']) call.write(each)
  if (call.request === 'to the end') call.end()
}

function echoBy(client: Client, port: number): Echo {
  return {
    port,
    say: (message, metadata = new Metadata()) =>
      new Promise((resolve) => {
        let answer: string | undefined
        let initial = new Metadata()
        client
          .makeUnaryRequest(ECHO, toBytes, fromBytes, message, metadata, (_, value) => {
            answer = value
          })
          .on('metadata', (received: Metadata) => {
            initial = received
          })
          .on('status', ({ code, details, metadata: trailing }: StatusObject) =>
            setImmediate(() => resolve({ code, details, answer, initial, trailing })),
          )
      }),
    start: (message, done) => client.makeUnaryRequest(ECHO, toBytes, fromBytes, message, done),
    async count() {
      const stream = client.makeServerStreamRequest(COUNT, toBytes, fromBytes, 'to the end')
      return (await stream.toArray()) as string[]
    },
    leaveStream: () =>
      new Promise((resolve) => {
        const stream = client.makeServerStreamRequest(COUNT, toBytes, fromBytes, 'endless')
        stream.on('error', () => resolve()).once('data', () => stream.cancel())
      }),
  }
}
