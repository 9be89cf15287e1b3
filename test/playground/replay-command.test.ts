/** The replay command that the page offers to copy does to a log what the lane does to each of its clients. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogReader } from 'sluice/simulate'
import { afterAll, expect, test } from 'vitest'
import {
  asPolicyYaml,
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

interface Counts {
  readonly allowed: number
  readonly refused: number
}

interface Report {
  readonly logs: readonly {
    readonly limits: readonly { readonly algorithms: Readonly<Record<string, Counts>> }[]
    readonly policy?: Counts
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-replay-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the command did to the log, whether by its one limit or by the policy file that was saved before. */
async function replayed(command: string, policyYaml: string): Promise<Counts> {
  const policyFile = join(folder, 'policy.yaml')
  writeFileSync(policyFile, policyYaml)
  const words = command
    .split(' ')
    .map((word) => ({ 'access.log': log, 'policy.yaml': policyFile })[word] ?? word)
  expect(words.shift()).toBe('sluice')
  expect(await runCommandLine([...words, '--json'])).toBe(0)
  const [report] = (JSON.parse(output.printed) as Report).logs
  const results = report!.limits.flatMap(({ algorithms }) => Object.values(algorithms))
  expect(results.length).toBeLessThanOrEqual(1)
  return report!.policy ?? results[0]!
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

/** All of a bucket comes back in no whole number of milliseconds. */
const odd: LaneSettings = { ...uneven, burst: 5, rate: { amount: 7, periodMs: 9000 } }

test.each([linked, uneven, queued, odd].flatMap((settings) => laneNames.map((name) => ({ name, settings }))))(
  '$name, $settings',
  async ({ name, settings }) => {
    const setup = { ...linkedSetup(5, 2000), lanes: { ...linkedSetup(5, 2000).lanes, [name]: settings } }
    const { command, note } = asReplayCommand(setup, name)
    const served = clients.map((traffic) => new LaneRun(name, settings, traffic).numbers(Infinity).served)
    const result = await replayed(command, asPolicyYaml(setup, name))
    expect(result.refused).toBeGreaterThan(0)
    expect(result.allowed).toBe(served.reduce((sum, count) => sum + count, 0))
    // What needs a file says so.
    expect(note !== undefined).toBe(command.includes('--policy'))
  },
)

test('a limit that the command line can say needs no policy file', () => {
  const setup = linkedSetup(5, 2000, 'size')
  const commands = laneNames.map((name) => asReplayCommand(setup, name).command)
  expect(commands).toEqual(
    laneNames.map((name) => `sluice replay access.log --limit 5/2s --algorithm ${name}`),
  )
  const lanes = { ...setup.lanes, gcra: { ...sameLimit(20, 1000), rate: { amount: 5, periodMs: 1000 } } }
  expect(asReplayCommand({ ...setup, lanes }, 'gcra').command).toContain('--limit 20/4s')
})
