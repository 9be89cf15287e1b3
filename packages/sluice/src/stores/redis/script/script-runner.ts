import type { RedisScripting } from '../clients/redis-scripting.ts'

/** A script and the SHA-1 by which a server knows it. */
export interface LuaScript {
  readonly text: string
  readonly sha: string
}

/**
 * Runs a script by its digest and sends its text only to a server that does not know it: at first, after a restart, a
 * `SCRIPT FLUSH` or a failover. A call that was refused for that reason has changed nothing, so it is sent again safely.
 */
export async function runScript(
  redis: RedisScripting,
  { text, sha }: LuaScript,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  try {
    return await redis.evalSha(sha, keys, args)
  } catch (error) {
    if (!/NOSCRIPT|NoScript/.test(String(error))) throw error
    return redis.evalText(text, keys, args)
  }
}
