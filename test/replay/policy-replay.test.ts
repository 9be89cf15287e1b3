/** `sluice replay --policy` against a reckoning of its own: lines read by hand, limits of the library for each rule. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../packages/server/src/command-line.ts'
import type { PolicyLogReport } from '../../packages/server/src/replay/policy/policy-report.ts'
import {
  createLimiter,
  manualClock,
  slidingLog,
  tokenBucket,
  type Limit,
} from '../../packages/sluice/src/index.ts'
import { captureOutput } from '../support/captured-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-policy-replay-'))
const shop = new URL('../fixtures/access-logs/zanbil-shop-2019.nginx.log', import.meta.url).pathname
const output = captureOutput()

afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function replayed(...args: string[]): Promise<PolicyLogReport> {
  output.printed = ''
  expect(await runCommandLine(['replay', ...args, '--json'])).toBe(0)
  return (JSON.parse(output.printed) as { logs: PolicyLogReport[] }).logs[0]!
}

const policy = file(
  'policy.yaml',
  `version: 1
rules:
  - { name: each, key: [client], limits: [token-bucket: { capacity: 12, rate: 1/s }] }
  - { name: pictures, match: { path: /image/** }, key: [], mode: shadow, limits: [sliding-log: { limit: 20, window: 10s }] }
  - { name: errors, match: { method: get }, key: [client], count: failures, limits: [sliding-log: { limit: 2, window: 15m }] }
`,
)

interface Line {
  readonly timeMs: number
  readonly client: string
  readonly method: string
  readonly path: string
  readonly status: number
}

function lines(): Line[] {
  return readFileSync(shop, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [, client = '', time = '', method = '', path = '', status] =
        /^(\S+) \S+ \S+ \[22\/Jan\/2019:(\S+) \+0330\] "(\S+) (\S+)[^"]*" (\d+)/.exec(line) ?? []
      return { timeMs: Date.parse(`2019-01-22T${time}+03:30`), client, method, path, status: Number(status) }
    })
    .toSorted((one, other) => one.timeMs - other.timeMs)
}

/** Sure that a line of the log matches the pictures' rule, without the matcher. */
function isPicture(path: string): boolean {
  return path.startsWith('/image/')
}

/** What three limiters do that are asked one after the other, and charged if nobody who may refuses. */
function reckoned(): Record<string, number> {
  const clock = manualClock(0)
  const made = (limit: Limit) => createLimiter({ limit, clock })
  const each = made(tokenBucket({ capacity: 12, rate: '1/s' }))
  const pictures = made(slidingLog({ limit: 20, window: '10s' }))
  const errors = made(slidingLog({ limit: 2, window: '15m' }))
  const counts = { each: 0, pictures: 0, picturesMatched: 0, errors: 0, errorsMatched: 0, refused: 0 }
  for (const { timeMs, client, method, path, status } of lines()) {
    clock.set(timeMs)
    const isGet = method === 'GET'
    const refusedByEach = !each.peek(client).allowed
    const refusedByErrors = isGet && !errors.peek(client).allowed
    const isRefused = refusedByEach || refusedByErrors
    if (refusedByEach) counts.each++
    if (isGet) counts.errorsMatched++
    if (refusedByErrors) counts.errors++
    if (isPicture(path)) {
      counts.picturesMatched++
      if (!pictures.peek('').allowed) counts.pictures++
      else if (!isRefused) pictures.check('')
    }
    if (isRefused) counts.refused++
    else {
      each.check(client)
      if (isGet && status >= 400) errors.check(client)
    }
  }
  return counts
}

test('counts for each rule are those of limiters that are asked by hand', async () => {
  const { policy: report, matched, limits } = await replayed(shop, '--policy', policy)
  const expected = reckoned()
  expect(expected['each']).toBeGreaterThan(0)
  expect(expected['pictures']).toBeGreaterThan(0)
  expect(expected['errors']).toBeGreaterThan(0)
  expect(limits).toEqual([])
  expect(report).toMatchObject({
    file: policy,
    allowed: matched - expected['refused']!,
    refused: expected['refused'],
    unmatched: 0,
    rules: [
      { name: 'each', mode: 'enforce', count: 'all', matched, refused: expected['each'] },
      {
        name: 'pictures',
        mode: 'shadow',
        matched: expected['picturesMatched'],
        refused: expected['pictures'],
      },
      { name: 'errors', count: 'failures', matched: expected['errorsMatched'], refused: expected['errors'] },
    ],
  })
  for (const rule of report.rules) expect(rule.allowed).toBe(rule.matched - rule.refused)
})

/** The line of a request, by UTC. */
function combined({ timeMs, client, method, path, status }: Line): string {
  const [, day, month, year, time] = new Date(timeMs).toUTCString().split(' ')
  return `${client} - - [${day}/${month}/${year}:${time} +0000] "${method} ${path} HTTP/1.1" ${status} 5`
}

test('a log out of order, from the end to the beginning, gives the same for requests of different seconds', async () => {
  const log = lines().filter(({ timeMs }, index, all) => all[index - 1]?.timeMs !== timeMs)
  const forwards = file('forwards.log', `${log.map(combined).join('\n')}\n`)
  const backwards = file('backwards.log', `${log.toReversed().map(combined).join('\n')}\n`)
  const one = await replayed(forwards, '--policy', policy)
  const other = await replayed(backwards, '--policy', policy)
  expect(other.policy).toEqual(one.policy)
  expect(one.policy.rules[0]?.matched).toBe(log.length)
})

describe('what a log does not say', () => {
  const csv = file(
    'calls.csv',
    'time,client,tokens,plan\n1700000000,a,3,free\n1700000000,a,3,free\n1700000001,b,1,paid\n',
  )
  const byPlan = file(
    'plans.yaml',
    'version: 1\nrules:\n  - { name: free, match: { plan: free }, key: [client, plan], count: failures, limits: [sliding-log: { limit: 5, window: 1m }] }\n',
  )

  test('is told, and fields of the log are attributes with their costs', async () => {
    const report = await replayed(csv, '--policy', byPlan, '--cost', 'tokens')
    expect(report.policy).toMatchObject({ allowed: 3, refused: 0, unmatched: 1, rules: [{ matched: 2 }] })
    expect(report.warnings.join(' ')).toContain('does not say how 2 requests ended')
    const counted = file('all.yaml', readFileSync(byPlan, 'utf8').replace('count: failures, ', ''))
    const all = await replayed(csv, '--policy', counted, '--cost', 'tokens')
    expect(all.policy).toMatchObject({
      refused: 1,
      clientsRefused: 1,
      topRefused: [{ client: 'a', refused: 1 }],
    })
  })

  test('is told where no rule matches', async () => {
    const none = file('none.yaml', readFileSync(byPlan, 'utf8').replace('plan: free', 'plan: gold'))
    const { warnings } = await replayed(csv, '--policy', none)
    expect(warnings.join(' ')).toContain('no request matches any rule')
  })
})

test('people get a table of the rules, in 80 columns', async () => {
  expect(await runCommandLine(['replay', shop, '--policy', policy])).toBe(0)
  for (const words of ['pictures', 'shadow', 'failures', 'Most refused by each', 'In all:'])
    expect(output.printed).toContain(words)
  const long = output.printed.split('\n').filter((line) => line.length > 80 && !line.includes(folder))
  expect(long.filter((line) => !line.includes(shop))).toEqual([])
})

test('a policy that cannot be used ends with 2 and all of its faults, a missing one with 1', async () => {
  const faulty = file('faulty.yaml', 'version: 1\nrules:\n  - { name: a, key: [], limit: [] }\n')
  expect(await runCommandLine(['replay', shop, '--policy', faulty])).toBe(2)
  expect(output.complaints).toContain(`${faulty}:3:25: a rule has no key "limit"; did you mean limits?`)
  expect(output.printed).toBe('')
  expect(await runCommandLine(['replay', shop, '--policy', join(folder, 'no.yaml')])).toBe(1)
  expect(await runCommandLine(['replay', shop, '--policy', policy, '--limit', '5/s'])).toBe(2)
  expect(output.complaints).toContain('leave out --limit')
})
