/** What the running nodes of a cluster say of themselves, and whether all of them say the same. */
import { clusterView, owns, summary } from './cluster-view.ts'
import type { SeenNode } from './cluster-view.ts'
import { redisCommand, redisInfo } from './redis-command.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

/** Each running node as it sees itself. */
export async function ownViews(nodes: readonly RedisServer[]): Promise<readonly SeenNode[]> {
  const views = await Promise.all(nodes.filter(({ running }) => running).map(({ port }) => clusterView(port)))
  return views.flatMap((view) => view.filter(({ isMyself }) => isMyself))
}

/** The one that owns the slot. Where an old owner has not heard of the new one yet, the new one counts. */
export function ownerAmong(views: readonly SeenNode[], slot: number): SeenNode {
  const [owner] = views.filter((node) => owns(node, slot)).toSorted((a, b) => b.epoch - a.epoch)
  if (owner === undefined) throw new Error(`No running node owns slot ${slot}`)
  return owner
}

/** Waits until the running nodes agree, all call the cluster ok, and each replica among them has its master's data. */
export async function allAgree(nodes: readonly RedisServer[]): Promise<void> {
  await waitUntil(
    'all nodes call the cluster ok and agree on it',
    async () => {
      const running = nodes.filter((node) => node.running)
      const views = await Promise.all(running.map(({ port }) => clusterView(port)))
      if (new Set(views.map(summary)).size !== 1) return undefined
      const serving = await Promise.all(running.map(({ port }) => isServing(port)))
      return serving.every(Boolean) ? true : undefined
    },
    { withinMs: 30_000 },
  )
}

async function isServing(port: number): Promise<boolean> {
  const state = String(await redisCommand(port, ['CLUSTER', 'INFO']))
  const replication = await redisInfo(port, 'replication')
  return /cluster_state:ok/.test(state) && replication.get('master_link_status') !== 'down'
}
