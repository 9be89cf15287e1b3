/** What a server holds, and which of it would stay for ever. */
import { redisCommand, redisInfo } from './redis-command.ts'

export interface HeldKeys {
  readonly count: number
  readonly withoutExpiry: readonly string[]
}

const LOOK_AT_ALL = `
local cursor, held = '0', { 0 }
repeat
  local page = redis.call('SCAN', cursor, 'COUNT', 1000)
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    held[1] = held[1] + 1
    if redis.call('PTTL', key) == -1 then held[#held + 1] = key end
  end
until cursor == '0'
return held`

/** Looks at every key of the server at a port, a replica's too, by SCAN and PTTL. */
export async function heldKeys(port: number): Promise<HeldKeys> {
  const isCluster = (await redisInfo(port, 'cluster')).get('cluster_enabled') === '1'
  const after = isCluster ? { after: ['READONLY'] } : {}
  const reply = await redisCommand(port, ['EVAL', LOOK_AT_ALL, 0], after)
  const [count, ...withoutExpiry] = reply as readonly [number, ...string[]]
  return { count, withoutExpiry }
}
