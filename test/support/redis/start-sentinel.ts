/** A primary, two replicas and three sentinels that watch them, for tests. */
import { followed } from './replication.ts'
import { allKnown, primaryPort, startSentinelProcess } from './sentinel-process.ts'
import { startRedis } from './start-redis.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

const REPLICAS = 2
const SENTINELS = 3
const NAME = 'sluice'

export interface SentinelOptions {
  /** More arguments for the primary and each replica. */
  readonly args?: readonly string[]
}

export interface RedisSentinel {
  /** The name under which the sentinels know the primary. */
  readonly name: string
  /** The primary and the replicas; at first the primary is the first. */
  readonly nodes: readonly RedisServer[]
  readonly sentinels: readonly RedisServer[]
  /** The server that all running sentinels name as primary; rejects while they differ. */
  primary(): Promise<RedisServer>
  /**
   * Kills the primary (SIGKILL) and waits until the sentinels have put a replica in its place and the others follow it.
   * `killed.restart` brings the old one back; the sentinels make it a replica.
   */
  failover(): Promise<{ readonly killed: RedisServer; readonly promoted: RedisServer }>
  /** Waits until the sentinels agree on the primary and every other running node follows it, with its data. */
  settled(): Promise<void>
  /** Kills all and removes their files. */
  stop(): Promise<void>
}

/** Starts all of them; resolves when the sentinels know each other and the replicas. Takes about 3 s. */
export async function startSentinel({ args = [] }: SentinelOptions = {}): Promise<RedisSentinel> {
  const started: RedisServer[] = []
  const keep = <T extends RedisServer>(server: T): T => {
    started.push(server)
    return server
  }
  const stop = async (): Promise<void> => void (await Promise.all(started.map((server) => server.stop())))
  try {
    const primary = keep(await startRedis({ args }))
    const replicaArgs = ['--replicaof', '127.0.0.1', String(primary.port), ...args]
    const nodes = [primary]
    for (let n = 0; n < REPLICAS; n += 1) nodes.push(keep(await startRedis({ args: replicaArgs })))
    await followed(primary, nodes)
    const watched = { name: NAME, replicas: REPLICAS, sentinels: SENTINELS }
    const sentinels: RedisServer[] = []
    for (let n = 0; n < SENTINELS; n += 1) {
      sentinels.push(keep(await startSentinelProcess(watched, primary.port)))
    }
    await allKnown(watched, sentinels)
    return sentinelOf(nodes, sentinels, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function sentinelOf(
  nodes: readonly RedisServer[],
  sentinels: readonly RedisServer[],
  stop: () => Promise<void>,
): RedisSentinel {
  const primary = async (): Promise<RedisServer> => {
    const running = sentinels.filter((sentinel) => sentinel.running)
    const ports = new Set(await Promise.all(running.map(({ port }) => primaryPort(port, NAME))))
    const named = nodes.find(({ port }) => ports.has(port))
    if (ports.size !== 1 || named === undefined)
      throw new Error(`The sentinels name ${[...ports].join(' and ')}`)
    return named
  }
  const settled = async (): Promise<void> => {
    const now = await waitUntil('the sentinels agree on the primary', primary)
    await followed(now, nodes)
  }
  return {
    name: NAME,
    nodes,
    sentinels,
    primary,
    settled,
    stop,
    async failover() {
      const killed = await primary()
      await killed.kill()
      const promoted = await waitUntil(
        'the sentinels name a new primary',
        async () => {
          const now = await primary()
          return now === killed ? undefined : now
        },
        { withinMs: 30_000 },
      )
      await followed(promoted, nodes)
      return { killed, promoted }
    },
  }
}
