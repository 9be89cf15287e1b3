/** Whether replicas follow the primary that they should. */
import { redisInfo } from './redis-command.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

/** Waits until each running node but the primary is a replica of it, linked and with its data. */
export async function followed(primary: RedisServer, nodes: readonly RedisServer[]): Promise<void> {
  for (const node of nodes) {
    if (!node.running) continue
    const wanted = node === primary ? 'primary' : `a replica of port ${primary.port}`
    await waitUntil(
      `port ${node.port} is ${wanted}`,
      async () => {
        const info = await redisInfo(node.port, 'replication')
        if (node === primary) return info.get('role') === 'master' ? true : undefined
        const follows =
          info.get('master_port') === String(primary.port) && info.get('master_link_status') === 'up'
        return follows ? true : undefined
      },
      { withinMs: 30_000 },
    )
  }
}
