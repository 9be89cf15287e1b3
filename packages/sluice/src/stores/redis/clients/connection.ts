import { SluiceError } from '../../../errors.ts'

interface Connecting {
  once(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
}

const CLOSED_EVENTS = ['close', 'end', 'disconnect']

/**
 * Waits for the first connection of a client, for all calls together. What it gives ends with the connection, which
 * `readyEvent` tells, or with its failure; where a library goes on trying in silence, neither may come for long.
 */
export function firstConnection(client: Connecting, readyEvent: 'ready' | 'connect'): () => Promise<void> {
  let pending: Promise<void> | undefined
  return () => (pending ??= connecting(client, readyEvent).finally(() => (pending = undefined)))
}

function connecting(client: Connecting, readyEvent: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = (settle: () => void) => (): void => {
      client.off(readyEvent, ready)
      for (const event of CLOSED_EVENTS) client.off(event, closed)
      settle()
    }
    const ready = ended(resolve)
    const closed = ended(() => reject(notConnected('closed')))
    client.once(readyEvent, ready)
    for (const event of CLOSED_EVENTS) client.once(event, closed)
  })
}

export function notConnected(status: string): SluiceError {
  return new SluiceError(
    'ERR_STORE_UNAVAILABLE',
    `The Redis client is not connected; its status is ${status}.`,
    { field: 'client', value: status },
  )
}
