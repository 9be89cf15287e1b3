/** One sentinel: a Redis that holds no data and watches those that do. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atFreePort } from './free-port.ts'
import { redisCommand } from './redis-command.ts'
import { RedisReplyError } from './resp-reply.ts'
import { startServer } from './start-redis.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

/** What the sentinels watch, and how many of each there are. */
export interface Watched {
  readonly name: string
  readonly replicas: number
  readonly sentinels: number
}

/** Starts one sentinel; it finds the others and the replicas by itself. */
export function startSentinelProcess({ name, replicas }: Watched, primaryAt: number): Promise<RedisServer> {
  const argsIn = async (port: number, dir: string): Promise<readonly string[]> => {
    const file = join(dir, 'sentinel.conf')
    const settings = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir "${dir}"`,
      `sentinel monitor ${name} 127.0.0.1 ${primaryAt} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 5000`,
      `sentinel parallel-syncs ${name} ${replicas}`,
    ]
    await writeFile(file, `${settings.join('\n')}\n`)
    return [file, '--sentinel']
  }
  return atFreePort((port) => startServer(port, (dir) => argsIn(port, dir)))
}

/** Sentinels learn of each other and of the replicas from what they find at the primary, every few seconds. */
export async function allKnown(
  { name, replicas, sentinels: count }: Watched,
  sentinels: readonly RedisServer[],
): Promise<void> {
  await Promise.all(sentinels.map(({ port }) => hurry(port)))
  for (const { port } of sentinels) {
    await waitUntil(
      `the sentinel at port ${port} knows the others and the replicas`,
      async () => {
        const reply = await redisCommand(port, ['SENTINEL', 'MASTER', name])
        if (!Array.isArray(reply)) return undefined
        const field = (of: string): unknown => reply[reply.indexOf(of) + 1]
        const known = field('num-other-sentinels') === `${count - 1}` && field('num-slaves') === `${replicas}`
        return known ? true : undefined
      },
      { withinMs: 30_000 },
    )
  }
}

/** Redis 7 and later let a test ask for shorter periods; older ones are waited for, about 10 s. */
async function hurry(port: number): Promise<void> {
  try {
    await redisCommand(port, [
      'SENTINEL',
      'DEBUG',
      'INFO-PERIOD',
      200,
      'PUBLISH-PERIOD',
      200,
      'ASK-PERIOD',
      200,
    ])
  } catch (error) {
    if (!(error instanceof RedisReplyError)) throw error
  }
}

/** The port of the primary that the sentinel names. */
export async function primaryPort(sentinel: number, name: string): Promise<number> {
  const reply = await redisCommand(sentinel, ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
  if (!Array.isArray(reply)) throw new Error(`The sentinel at port ${sentinel} knows no primary`)
  return Number(reply[1])
}
