/** Loopback ports for servers that are told their port instead of being given a free one. */
import { randomInt } from 'node:crypto'

/**
 * Redis Cluster listens at its port + 10,000 as well. Both ranges end below 32,768, where systems begin to hand out ports
 * for outgoing connections, so that none of those can take a port between the choice and the start.
 */
const FIRST = 11_000
const LAST = 20_999

const TRIES = 20

/**
 * Calls `start` with random ports until it resolves. Nobody can hold a port for another process, so whether it was free
 * shows when the server starts: `start` rejects with a `PortTaken` if it was not, and the next port is tried.
 */
export async function atFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await start(randomInt(FIRST, LAST + 1))
    } catch (error) {
      if (!(error instanceof PortTaken) || tried === TRIES) throw error
    }
  }
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken'
  constructor(port: number) {
    super(`Port ${port} is taken`)
  }
}
