import type { RedisScripting } from '../../stores/redis/index.ts'

/** What is used of the client of @upstash/redis, which calls a server over HTTP. */
export interface RestClient {
  evalsha(sha: string, keys: string[], args: string[]): Promise<unknown>
  eval(script: string, keys: string[], args: string[]): Promise<unknown>
}

/** ioredis has methods of the same names, and defines commands besides. */
export function isRestClient(client: object): client is RestClient {
  return 'evalsha' in client && 'eval' in client && !('defineCommand' in client)
}

export function restScripting(client: RestClient): RedisScripting {
  return {
    isCluster: false,
    evalSha: (sha, keys, args) => client.evalsha(sha, [...keys], [...args]),
    evalText: (script, keys, args) => client.eval(script, [...keys], [...args]),
  }
}
