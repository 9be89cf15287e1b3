import { firstConnection, notConnected } from './connection.ts'
import type { RedisScripting } from './redis-scripting.ts'

interface EvalOptions {
  readonly keys: string[]
  readonly arguments: string[]
}

/** What is used of a client of node-redis, from `createClient`, `createSentinel` or `createCluster`. */
export interface NodeRedisClient {
  readonly isReady: boolean
  readonly isOpen: boolean
  evalSha(sha: string, options: EvalOptions): Promise<unknown>
  eval(script: string, options: EvalOptions): Promise<unknown>
  once(event: string, listener: () => void): unknown
  off(event: string, listener: () => void): unknown
}

export function isNodeRedis(client: object): client is NodeRedisClient {
  return 'evalSha' in client && 'isReady' in client
}

export function nodeRedisScripting(client: NodeRedisClient): RedisScripting {
  const isCluster = 'slots' in client
  // A cluster says `connect` once it knows its nodes; the others say it before they are ready.
  const connected = firstConnection(client, isCluster ? 'connect' : 'ready')
  let wasReady = client.isReady
  return {
    isCluster,
    evalSha: (sha, keys, args) => client.evalSha(sha, { keys: [...keys], arguments: [...args] }),
    evalText: (script, keys, args) => client.eval(script, { keys: [...keys], arguments: [...args] }),
    whenReady() {
      if (client.isReady) {
        wasReady = true
        return undefined
      }
      if (wasReady) throw notConnected(client.isOpen ? 'reconnecting' : 'closed')
      return connected()
    },
  }
}
