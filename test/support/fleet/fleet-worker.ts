/** One process of a fleet: hammers every limit by several callers at once, task after task, and reports what passed. */
import { Cluster, Redis } from 'ioredis'
import { createLimiter, type Limiter } from '../../../packages/sluice/src/index.ts'
import { redisStore } from '../../../packages/sluice/src/stores/redis/index.ts'
import { fleetLimits } from './fleet-limits.ts'
import {
  CALLERS,
  HOT_KEY,
  MANY_KEYS,
  type FleetOutcome,
  type FleetPass,
  type FleetTask,
} from './fleet-task.ts'

const host = '127.0.0.1'

process.on('message', (task: FleetTask) => {
  run(task).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      throw error
    },
  )
})
process.on('disconnect', () => process.exit(0))

async function run(task: FleetTask): Promise<FleetOutcome> {
  const nodes = task.ports.map((port) => ({ host, port }))
  const client = task.isCluster ? new Cluster(nodes) : new Redis(task.ports[0] ?? 0)
  const limiters = limitersOf(task, client)
  // Everybody is connected before the clock runs.
  await client.ping()
  const fromMs = Date.now()
  const passes: FleetPass[] = []
  const counts = { asked: 0, refused: 0, withoutStore: 0 }

  async function ask(name: string, limiter: Limiter<'async'>, key: string): Promise<void> {
    const { allowed, atMs, fallback } = await limiter.check(key)
    counts.asked++
    if (!allowed) counts.refused++
    if (fallback !== undefined) counts.withoutStore++
    if (allowed) passes.push({ limit: name, key, atMs })
  }

  async function call(): Promise<void> {
    while (Date.now() - fromMs < task.durationMs) {
      await Promise.all(
        limiters.flatMap(([name, limiter]) => [ask(name, limiter, HOT_KEY), ask(name, limiter, someKey())]),
      )
    }
  }

  await Promise.all(Array.from({ length: CALLERS }, call))
  const toMs = Date.now()
  await Promise.all(limiters.map(([, limiter]) => limiter.close()))
  client.disconnect()
  return { passes, ...counts, fromMs, toMs }
}

function limitersOf(task: FleetTask, client: Cluster | Redis): [string, Limiter<'async'>][] {
  const { prefix, lease, refusalMemory } = task
  const store = redisStore(client, {
    prefix,
    // Nothing is to be answered without the store here, however busy the machine.
    deadlineMs: 20_000,
    ...(refusalMemory ? {} : { refusalMemory: false }),
  })
  return Object.entries(fleetLimits)
    .filter(([name]) => lease === undefined || !name.startsWith('leaky'))
    .map(([name, { limit }]) => [
      name,
      createLimiter({
        name: name.replaceAll(' ', '-'),
        store,
        limit,
        onStoreFailure: 'deny',
        ...(lease === undefined ? {} : { lease }),
      }),
    ])
}

function someKey(): string {
  return `key ${Math.floor(MANY_KEYS * Math.random() ** 4)}`
}
