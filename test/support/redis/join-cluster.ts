/** Makes a cluster of servers that do not know each other yet. */
import { ownViews } from './cluster-agreement.ts'
import { clusterView } from './cluster-view.ts'
import { redisCommand } from './redis-command.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

const SLOTS = 16_384

/** The first `masterCount` servers share the slots; the others become their replicas, in turn. */
export async function joinCluster(servers: readonly RedisServer[], masterCount: number): Promise<void> {
  // Equal epochs would have to be told apart by the nodes themselves, and can be set only before they meet.
  for (const [at, { port }] of servers.entries())
    await redisCommand(port, ['CLUSTER', 'SET-CONFIG-EPOCH', at + 1])
  await shareSlots(servers.slice(0, masterCount))
  await meet(servers)
  const masters = (await ownViews(servers)).slice(0, masterCount)
  for (const [at, { port }] of servers.slice(masterCount).entries()) {
    const master = masters[at % masterCount]
    if (master !== undefined) await redisCommand(port, ['CLUSTER', 'REPLICATE', master.id])
  }
}

async function shareSlots(masters: readonly RedisServer[]): Promise<void> {
  const share = Math.ceil(SLOTS / masters.length)
  for (const [at, { port }] of masters.entries()) {
    const count = Math.min(share, SLOTS - at * share)
    await redisCommand(port, [
      'CLUSTER',
      'ADDSLOTS',
      ...Array.from({ length: count }, (_, slot) => at * share + slot),
    ])
  }
}

/** Each one is told of all the others, which is quicker than by hearsay. */
async function meet(servers: readonly RedisServer[]): Promise<void> {
  for (const { port } of servers) {
    for (const other of servers) {
      if (other.port !== port) await redisCommand(port, ['CLUSTER', 'MEET', '127.0.0.1', other.port])
    }
  }
  for (const { port } of servers) {
    await waitUntil(`port ${port} knows all nodes of its cluster`, async () => {
      const known = (await clusterView(port)).filter(({ isWell }) => isWell)
      return known.length === servers.length ? true : undefined
    })
  }
}
