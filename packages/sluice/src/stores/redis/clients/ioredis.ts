import { firstConnection, notConnected } from './connection.ts'
import type { RedisScripting } from './redis-scripting.ts'

/** What is used of a client of ioredis or iovalkey, for a single server, Sentinel or a cluster. */
export interface IoredisClient {
  readonly status: string
  readonly isCluster?: boolean
  evalsha(sha: string, numberOfKeys: number, ...keysAndArgs: string[]): Promise<unknown>
  eval(script: string, numberOfKeys: number, ...keysAndArgs: string[]): Promise<unknown>
  once(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
  connect(): Promise<unknown>
  disconnect(reconnect?: boolean): void
}

export function isIoredis(client: object): client is IoredisClient {
  return 'evalsha' in client && 'defineCommand' in client
}

export function ioredisScripting(client: IoredisClient): RedisScripting {
  const connected = firstConnection(client, 'ready')
  let wasReady = client.status === 'ready'
  return {
    isCluster: client.isCluster === true,
    evalSha: (sha, keys, args) => client.evalsha(sha, keys.length, ...keys, ...args),
    evalText: (script, keys, args) => client.eval(script, keys.length, ...keys, ...args),
    whenReady() {
      if (client.status === 'ready') {
        wasReady = true
        return undefined
      }
      // One that is lazy connects at its first command; one that was connected is connecting again.
      if (client.status === 'wait') client.connect().catch(() => {})
      if (wasReady || client.status === 'end' || client.status === 'close') throw notConnected(client.status)
      return connected()
    },
    reconnect() {
      if (client.isCluster !== true && client.status === 'ready') client.disconnect(true)
    },
  }
}
