/** The replay command that the page offers to copy does to a log what the lane does to each of its clients. */
import { readFileSync } from 'node:fs'
import { createLogReader } from 'sluice/simulate'
import { expect, test } from 'vitest'
import {
  asReplayCommand,
  LaneRun,
  laneNames,
  linkedSetup,
  sameLimit,
  Traffic,
  type LaneSettings,
} from '../../packages/playground/src/model/index.ts'
import { runCommandLine } from '../../packages/server/src/command-line.ts'
import { captureOutput } from '../support/captured-output.ts'

const output = captureOutput()
const log = new URL('../fixtures/access-logs/zanbil-shop-2019.nginx.log', import.meta.url).pathname

function trafficByClient(): readonly Traffic[] {
  const clients: Traffic[] = []
  const reader = createLogReader({}, (timeMs, client) => (clients[client] ??= new Traffic()).add(timeMs))
  reader.push(readFileSync(log))
  reader.end()
  return clients
}

const clients = trafficByClient()

interface Report {
  readonly logs: readonly {
    readonly limits: readonly { readonly algorithms: Readonly<Record<string, Counts>> }[]
  }[]
}

interface Counts {
  readonly allowed: number
  readonly refused: number
}

/** What the one algorithm of the command did to the log. */
async function replayed(command: string): Promise<Counts> {
  const [program, ...words] = command.replace('access.log', log).split(' ')
  expect(program).toBe('sluice')
  expect(await runCommandLine([...words, '--json'])).toBe(0)
  const { logs } = JSON.parse(output.printed) as Report
  const results = logs.flatMap(({ limits }) => limits.flatMap(({ algorithms }) => Object.values(algorithms)))
  expect(results).toHaveLength(1)
  return results[0]!
}

const linked = sameLimit(2, 3000, 'size')
/** All of the buckets comes back in 4 s. */
const uneven: LaneSettings = {
  limit: 3,
  windowMs: 1500,
  burst: 6,
  rate: { amount: 3, periodMs: 2000 },
  reading: 'size',
}
/** By waiting places, of which there are 5 beside the one that goes on at once. */
const queued: LaneSettings = { ...uneven, burst: 5, reading: 'queue' }

test.each([linked, uneven, queued].flatMap((settings) => laneNames.map((name) => ({ name, settings }))))(
  '$name, $settings',
  async ({ name, settings }) => {
    const setup = linkedSetup(5, 2000)
    const { command, note } = asReplayCommand({ ...setup, lanes: { ...setup.lanes, [name]: settings } }, name)
    const served = clients.map((traffic) => new LaneRun(name, settings, traffic).numbers(Infinity).served)
    const allowed = served.reduce((sum, count) => sum + count, 0)
    const { allowed: replayedAllowed, refused } = await replayed(command)
    expect(refused).toBeGreaterThan(0)
    // A note says where the two differ.
    const isExact = note === undefined || name === 'leaky-bucket'
    expect(isExact ? replayedAllowed : allowed).toBe(allowed)
    expect(replayedAllowed).toBeLessThanOrEqual(allowed)
  },
)

test('a rate that does not come out even is rounded against the client, and said to be', () => {
  const setup = linkedSetup(5, 2000)
  const lanes = {
    ...setup.lanes,
    'token-bucket': { ...uneven, burst: 5, rate: { amount: 7, periodMs: 1000 } },
  }
  expect(asReplayCommand({ ...setup, lanes }, 'token-bucket')).toEqual({
    command: 'sluice replay access.log --limit 5/715ms --algorithm token-bucket',
    note: expect.stringContaining('rounded up'),
  })
})
