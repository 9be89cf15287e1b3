/** A Redis Cluster for tests: three masters, each with one replica. */
import { allAgree, ownerAmong, ownViews } from './cluster-agreement.ts'
import type { SeenNode } from './cluster-view.ts'
import { joinCluster } from './join-cluster.ts'
import { assignSlot, moveKeys, openSlot } from './migrate-slot.ts'
import { redisCommand } from './redis-command.ts'
import { startRedis } from './start-redis.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

const MASTERS = 3

export interface ClusterOptions {
  /** More arguments for each server. */
  readonly args?: readonly string[]
}

interface MigrateOptions {
  /**
   * Leaves the slot open instead of naming its new owner: with its keys moved, so that each of them is answered by ASK,
   * or with its keys left, so that only new ones are. A second call without it completes the move.
   */
  readonly halfway?: 'keys-moved' | 'keys-left'
}

interface Failover {
  /** The old master, killed. `restart` brings it back as a replica. */
  readonly killed: RedisServer
  /** The replica that took its place. */
  readonly promoted: RedisServer
}

export interface RedisCluster {
  /** All six; at first the masters are the first three. */
  readonly nodes: readonly RedisServer[]
  slotOf(key: string): Promise<number>
  /** The running server that owns the slot now. */
  masterOf(slot: number): Promise<RedisServer>
  /** The running replicas of the slot's owner. */
  replicasOf(slot: number): Promise<readonly RedisServer[]>
  /** Kills the owner of a slot (SIGKILL; default slot 0) and waits until a replica has its place and all is well again. */
  failover(options?: { readonly slot?: number }): Promise<Failover>
  /** Moves a slot and its keys to another master. Without `halfway` it resolves when every node knows. */
  migrateSlot(slot: number, to: RedisServer, options?: MigrateOptions): Promise<void>
  /**
   * Waits until all running nodes call the cluster ok, agree who owns what, and every running replica has its master's
   * data. To be called after a node was restarted.
   */
  settled(): Promise<void>
  /** Kills all nodes and removes their files. */
  stop(): Promise<void>
}

/** Starts the cluster; resolves when every node calls it ok and the replicas follow their masters. Takes about 3 s. */
export async function startCluster({ args = [] }: ClusterOptions = {}): Promise<RedisCluster> {
  const clusterArgs = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
  const announced = ['--cluster-announce-ip', '127.0.0.1']
  const started = await Promise.allSettled(
    Array.from({ length: 2 * MASTERS }, () => startRedis({ args: [...clusterArgs, ...announced, ...args] })),
  )
  const nodes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const cluster = clusterOf(nodes)
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason
    await joinCluster(nodes, MASTERS)
    await cluster.settled()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

function clusterOf(nodes: readonly RedisServer[]): RedisCluster {
  const serverAt = ({ port }: SeenNode): RedisServer => {
    const server = nodes.find((node) => node.port === port)
    if (server === undefined) throw new Error(`No node of this cluster is at port ${port}`)
    return server
  }
  const masterOf = async (slot: number): Promise<RedisServer> =>
    serverAt(ownerAmong(await ownViews(nodes), slot))
  const settled = (): Promise<void> => allAgree(nodes)
  return {
    nodes,
    masterOf,
    settled,
    slotOf: async (key) => Number(await redisCommand(firstRunning(nodes).port, ['CLUSTER', 'KEYSLOT', key])),
    async replicasOf(slot) {
      const views = await ownViews(nodes)
      const owner = ownerAmong(views, slot)
      return views.filter(({ masterId }) => masterId === owner.id).map(serverAt)
    },
    async failover({ slot = 0 } = {}) {
      const killed = await masterOf(slot)
      await killed.kill()
      const promoted = await waitUntil(`a replica takes over slot ${slot}`, () => masterOf(slot), {
        withinMs: 30_000,
      })
      await settled()
      return { killed, promoted }
    },
    async migrateSlot(slot, to, { halfway } = {}) {
      const masters = (await ownViews(nodes)).filter(({ isMaster }) => isMaster)
      const from = ownerAmong(masters, slot)
      const target = masters.find(({ port }) => port === to.port)
      if (target === undefined) throw new Error(`Port ${to.port} is no master of this cluster`)
      if (target === from) return
      await openSlot(slot, from, target)
      if (halfway === 'keys-left') return
      await moveKeys(slot, from, target)
      if (halfway === 'keys-moved') return
      await assignSlot(
        slot,
        target,
        masters.filter((master) => master !== target),
      )
      await settled()
    },
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}

function firstRunning(nodes: readonly RedisServer[]): RedisServer {
  const node = nodes.find(({ running }) => running)
  if (node === undefined) throw new Error('No node of this cluster runs')
  return node
}
