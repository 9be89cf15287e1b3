import { SluiceError } from '../../../errors.ts'

interface Connecting {
  once(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
}

/** Waits for the first connection of a client. Ends with it, or with its failure. */
export function connecting(client: Connecting): Promise<void> {
  return new Promise((resolve, reject) => {
    const ready = (): void => {
      client.off('close', closed)
      client.off('end', closed)
      resolve()
    }
    const closed = (): void => {
      client.off('ready', ready)
      client.off('close', closed)
      client.off('end', closed)
      reject(notConnected('closed'))
    }
    client.once('ready', ready)
    client.once('close', closed)
    client.once('end', closed)
  })
}

export function notConnected(status: string): SluiceError {
  return new SluiceError(
    'ERR_STORE_UNAVAILABLE',
    `The Redis client is not connected; its status is ${status}.`,
    {
      field: 'client',
      value: status,
    },
  )
}
