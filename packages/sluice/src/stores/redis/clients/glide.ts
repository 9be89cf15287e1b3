import type { RedisScripting } from './redis-scripting.ts'

/** What is used of a `GlideClient` or `GlideClusterClient` of @valkey/valkey-glide. */
export interface GlideClient {
  customCommand(args: string[]): Promise<unknown>
}

export function isGlide(client: object): client is GlideClient {
  return 'customCommand' in client && 'invokeScript' in client
}

export function glideScripting(client: GlideClient): RedisScripting {
  return {
    isCluster: 'invokeScriptWithRoute' in client,
    evalSha: (sha, keys, args) =>
      client.customCommand(['EVALSHA', sha, String(keys.length), ...keys, ...args]),
    evalText: (script, keys, args) =>
      client.customCommand(['EVAL', script, String(keys.length), ...keys, ...args]),
  }
}
