import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CallError, WorkError } from '../command-error.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
}

/** Where the service can be asked. */
export interface Listening {
  /** On this machine, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Whether other machines can ask it, too. */
  readonly isOpen: boolean
}

/**
 * Starts to listen.
 *
 * @throws CallError for a host that is not this machine's, WorkError for a port that cannot be had
 */
export async function listen(app: FastifyInstance, { host, port }: ListenOptions): Promise<Listening> {
  try {
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  } catch (error) {
    throw faultOf(error as NodeJS.ErrnoException, host, port)
  }
  return listeningAt(app.server.address() as AddressInfo)
}

function listeningAt({ address, family, port }: AddressInfo): Listening {
  if (address === '0.0.0.0' || address === '::') return { url: `http://127.0.0.1:${port}`, isOpen: true }
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  return { url, isOpen: address !== '::1' && !address.startsWith('127.') }
}

function faultOf(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new WorkError(
        `port ${port} of ${host} is in use: end what listens there, or choose another with --port (0 takes any free one)`,
      )
    case 'EACCES':
      return new WorkError(`port ${port} is not allowed to this user: choose one above 1023 with --port`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new CallError(
        `${host} is no address of this machine: write --host 127.0.0.1 for this machine alone, or 0.0.0.0 for everybody`,
      )
    default:
      return error
  }
}
