/** Eight processes with eight callers each, on one key and on a thousand: what passes together is what the limit says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fleetLimits } from '../../support/fleet/fleet-limits.ts'
import {
  CALLERS,
  HOT_KEY,
  type FleetOutcome,
  type FleetPass,
  type FleetTask,
} from '../../support/fleet/fleet-task.ts'
import { startFleet, type Fleet } from '../../support/fleet/start-fleet.ts'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { heldKeys } from '../../support/redis/keys-without-expiry.ts'
import { startCluster, type RedisCluster } from '../../support/redis/start-cluster.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'

const PROCESSES = 8
const task = { durationMs: 1500, refusalMemory: false, lease: undefined }

describeWithRedis('a fleet', () => {
  let fleet: Fleet
  let server: RedisServer
  let cluster: RedisCluster

  beforeAll(async () => {
    ;[fleet, server, cluster] = await Promise.all([startFleet(PROCESSES), startRedis(), startCluster()])
  })
  afterAll(() => Promise.all([fleet.stop(), server.stop(), cluster.stop()]))

  const onServer = (): Pick<FleetTask, 'ports' | 'isCluster'> => ({ ports: [server.port], isCluster: false })
  const onCluster = (): Pick<FleetTask, 'ports' | 'isCluster'> => ({
    ports: cluster.nodes.map(({ port }) => port),
    isCluster: true,
  })

  describe.each<[string, () => FleetTask]>([
    ['on one server', () => ({ ...task, ...onServer(), prefix: 'plain' })],
    [
      'on one server, with refusals remembered',
      () => ({ ...task, ...onServer(), prefix: 'refusals', refusalMemory: true }),
    ],
    ['on a cluster', () => ({ ...task, ...onCluster(), prefix: 'cluster' })],
  ])('%s', (where, taskOf) => {
    let outcomes: readonly FleetOutcome[]

    beforeAll(async () => {
      outcomes = await fleet.run(taskOf())
      process.stdout.write(summaryOf(where, outcomes))
    })

    test('is answered by the store, and refused much', () => {
      expect(sum(outcomes, ({ withoutStore }) => withoutStore)).toBe(0)
      expect(sum(outcomes, ({ refused }) => refused)).toBeGreaterThan(1000)
    })

    test.each(Object.keys(fleetLimits))('passes nothing that one process would not: %s', (name) => {
      const { oracle, most } = fleetLimits[name] as (typeof fleetLimits)[string]
      const byKey = passesByKey(outcomes, name)
      expect(byKey.size).toBeGreaterThan(50)
      for (const passes of byKey.values()) {
        const judge = oracle()
        for (const { atMs } of passes) {
          expect(judge.passes(atMs, 1)).toBe(true)
          judge.charge(atMs, 1)
        }
      }
      // And the key that all of them want is used up: the same number again would not have passed.
      const hot = byKey.get(HOT_KEY) ?? []
      const lengthMs = (hot.at(-1)?.atMs ?? 0) - (hot[0]?.atMs ?? 0)
      expect(hot.length).toBeLessThanOrEqual(most(lengthMs))
      expect(2 * hot.length).toBeGreaterThan(most(lengthMs))
    })
  })

  describe.each<[string, () => FleetTask]>([
    [
      'on one server, with leases',
      () => ({
        ...task,
        ...onServer(),
        prefix: 'leases',
        refusalMemory: true,
        lease: { units: 4, ttl: '500ms' },
      }),
    ],
    [
      'on a cluster, with leases',
      () => ({ ...task, ...onCluster(), prefix: 'leased', lease: { units: 4, ttl: '500ms' } }),
    ],
  ])('%s', (where, taskOf) => {
    let outcomes: readonly FleetOutcome[]

    beforeAll(async () => {
      outcomes = await fleet.run(taskOf())
      process.stdout.write(summaryOf(where, outcomes))
    })

    test.each(Object.keys(fleetLimits).filter((name) => !name.startsWith('leaky')))(
      'passes no more than the limit in the time of the run: %s',
      (name) => {
        const { most } = fleetLimits[name] as (typeof fleetLimits)[string]
        const lengthMs =
          Math.max(...outcomes.map(({ toMs }) => toMs)) - Math.min(...outcomes.map(({ fromMs }) => fromMs))
        const byKey = passesByKey(outcomes, name)
        expect(byKey.size).toBeGreaterThan(50)
        for (const passes of byKey.values()) expect(passes.length).toBeLessThanOrEqual(most(lengthMs))
      },
    )
  })

  test('leaves no key without an expiry', async () => {
    const held = await Promise.all([server, ...cluster.nodes].map(({ port }) => heldKeys(port)))
    expect(held.flatMap(({ withoutExpiry }) => withoutExpiry)).toEqual([])
    expect(held[0]?.count).toBeGreaterThan(100)
  })
})

function sum(outcomes: readonly FleetOutcome[], of: (outcome: FleetOutcome) => number): number {
  return outcomes.reduce((total, outcome) => total + of(outcome), 0)
}

/** In the order of the server's time. */
function passesByKey(outcomes: readonly FleetOutcome[], name: string): Map<string, FleetPass[]> {
  const byKey = new Map<string, FleetPass[]>()
  for (const pass of outcomes.flatMap(({ passes }) => passes)) {
    if (pass.limit !== name) continue
    const ofKey = byKey.get(pass.key)
    if (ofKey === undefined) byKey.set(pass.key, [pass])
    else ofKey.push(pass)
  }
  for (const passes of byKey.values()) passes.sort((a, b) => a.atMs - b.atMs)
  return byKey
}

function summaryOf(where: string, outcomes: readonly FleetOutcome[]): string {
  const asked = sum(outcomes, (outcome) => outcome.asked)
  const passed = sum(outcomes, ({ passes }) => passes.length)
  return `a fleet ${where}: ${outcomes.length} processes, ${outcomes.length * CALLERS} callers, ${asked} requests, ${passed} passed\n`
}
