/** `POST /v1/check` over a real socket decides, and tells it, as the library does. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { rateLimitHeaders } from '../../packages/sluice/src/http/index.ts'
import { manualClock } from '../../packages/sluice/src/index.ts'
import {
  createPolicyLimiter,
  readPolicy,
  type PolicyDecision,
  type PolicyLimiter,
} from '../../packages/sluice/src/policy/index.ts'
import { policyFile, startService, type ListeningService } from './running-service.ts'
import { sendCheck, type CheckResult } from './send-check.ts'

const policy = `
version: 1
rules:
  - name: login
    match: { path: /login, method: POST }
    key: [client]
    limits:
      - sliding-log: { limit: 5, window: 15m }
  - name: calls
    match: { path: /api/** }
    key: [user]
    limits:
      - token-bucket: { capacity: 20, rate: 1/h }
      - fixed-window: { limit: 1000, window: year, timeZone: UTC }
  - name: trial
    match: { path: /trial }
    key: []
    mode: shadow
    limits:
      - sliding-log: { limit: 1, window: 15m }
  - name: printer
    match: { path: /print }
    key: []
    limits:
      - leaky-bucket: { size: 3, rate: 1/h }
  - name: race
    match: { path: /race }
    key: []
    limits:
      - gcra: { burst: 50, rate: 1/h }
`

let service: ListeningService

beforeAll(async () => {
  service = await startService('--policy', policyFile('checks.yaml', policy))
})

const login = (client: string) => ({ attributes: { path: '/login', method: 'POST', client } })

/** A limiter of the same policy, and its clock. */
function library(): { limiter: PolicyLimiter; clock: ReturnType<typeof manualClock> } {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  return { limiter: createPolicyLimiter(readPolicy(policy), { clock }), clock }
}

/** The body that a decision has: every number is the library's. */
function bodyOf(decision: PolicyDecision): object {
  const { allowed, refusedBy, shadowRefusedBy, retryAfterMs, delayMs, never, rules } = decision
  const limits = rules.flatMap(({ rule, shadow, decision: { limits: standings } }) =>
    Object.entries(standings).map(([name, standing]) => ({
      rule: rule.name,
      name,
      shadow,
      ...standing,
      retryAfterMs: Number.isFinite(standing.retryAfterMs) ? standing.retryAfterMs : null,
    })),
  )
  const wait = Number.isFinite(retryAfterMs) ? retryAfterMs : null
  return { allowed, refusedBy, shadowRefusedBy, retryAfterMs: wait, delayMs, never, settleId: null, limits }
}

describe('a check', () => {
  test('that passes has 200, the decision as its body, and the headers of the library', async () => {
    const { status, headers, json } = await sendCheck(service.url, login('192.0.2.1'))
    const decision = library().limiter.check(login('').attributes)
    expect(status).toBe(200)
    expect(json).toEqual(bodyOf(decision))
    for (const [name, value] of rateLimitHeaders(decision.told)) expect(headers.get(name)).toBe(value)
    expect(headers.get('RateLimit')).toBe('"login";r=4;t=900')
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(headers.get('Retry-After')).toBeNull()
  })

  test('that is refused has 429, the decision, Retry-After, and is not stored', async () => {
    const check = { ...login('192.0.2.2'), cost: 5 }
    await sendCheck(service.url, check)
    const { status, headers, json } = await sendCheck(service.url, check)
    const { limiter, clock } = library()
    limiter.check(check.attributes, { cost: 5 })
    // As late as the answer says that it was decided.
    clock.advance(900_000 - (json.retryAfterMs ?? 0))
    const decision = limiter.check(check.attributes, { cost: 5 })
    expect(status).toBe(429)
    expect(json).toEqual(bodyOf(decision))
    expect(json).toMatchObject({ allowed: false, refusedBy: ['login'] })
    for (const [name, value] of rateLimitHeaders(decision.told)) expect(headers.get(name)).toBe(value)
    expect(headers.get('Retry-After')).toBe(String(Math.ceil(decision.retryAfterMs / 1000)))
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test('that can never pass says so, with null for its wait and no Retry-After', async () => {
    const { status, headers, json } = await sendCheck(service.url, { ...login('192.0.2.3'), cost: 6 })
    expect(status).toBe(429)
    expect(json).toMatchObject({
      never: true,
      retryAfterMs: null,
      limits: [{ never: true, retryAfterMs: null }],
    })
    expect(headers.get('Retry-After')).toBeNull()
  })

  test('of cost 0 charges nothing and shows where the client stands', async () => {
    const peek = { ...login('192.0.2.4'), cost: 0 }
    expect((await sendCheck(service.url, peek)).json.limits[0]?.remaining).toBe(5)
    await sendCheck(service.url, login('192.0.2.4'))
    expect((await sendCheck(service.url, peek)).json.limits[0]?.remaining).toBe(4)
    expect((await sendCheck(service.url, peek)).json.limits[0]?.remaining).toBe(4)
  })

  test('under a rule of two limits is charged to both or to none', async () => {
    const call = { attributes: { path: '/api/items', user: 'ann' }, cost: 15 }
    const first = await sendCheck(service.url, call)
    expect(first.json.limits.map(({ remaining }) => remaining)).toEqual([5, 985])
    const second = await sendCheck(service.url, call)
    expect([second.status, second.json.limits.map(({ remaining }) => remaining)]).toEqual([429, [5, 985]])
    expect(second.headers.get('RateLimit-Policy')).toContain('"calls-token-bucket";q=20')
  })

  test('under a rule on trial passes, and is told what would have refused it', async () => {
    const trial = { attributes: { path: '/trial' } }
    await sendCheck(service.url, trial)
    const { status, headers, json } = await sendCheck(service.url, trial)
    expect([status, json]).toMatchObject([
      200,
      {
        allowed: true,
        refusedBy: [],
        shadowRefusedBy: ['trial'],
        limits: [{ shadow: true, allowed: false }],
      },
    ])
    expect(headers.get('RateLimit')).toBeNull()
  })

  test('under a leaky bucket is told how long to wait before it goes on', async () => {
    const print = { attributes: { path: '/print' } }
    await sendCheck(service.url, print)
    const { status, json } = await sendCheck(service.url, print)
    expect(status).toBe(200)
    const { delayMs } = json as unknown as { delayMs: number }
    expect(delayMs).toBeGreaterThan(3_500_000)
    expect(delayMs).toBeLessThanOrEqual(3_600_000)
  })

  test('that no rule matches passes, and there is nothing to tell', async () => {
    const { status, headers, json } = await sendCheck(service.url, { attributes: {} })
    expect([status, json.limits, headers.get('RateLimit-Policy')]).toEqual([200, [], null])
  })

  test('is answered with the decision whatever the client accepts', async () => {
    const response = await fetch(`${service.url}/v1/check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', Accept: 'application/problem+json' },
      body: JSON.stringify({ ...login('192.0.2.5'), cost: 6 }),
    })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([429, 'application/json'])
  })
})

test('of 200 checks at once exactly as many pass as the limit has', async () => {
  const race = { attributes: { path: '/race' } }
  const answers = await Promise.all(Array.from({ length: 200 }, () => sendCheck(service.url, race)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(150)
  expect(answers.every(({ status, json }) => json.allowed === (status === 200))).toBe(true)
})

test('the printed line for a shell passes once and is refused after that', async () => {
  // The sample policy, as a newcomer has it.
  const { curl } = await startService()
  const answers = [await runLine(curl), await runLine(curl), await runLine(curl)]
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429])
  expect(answers[0]?.headers).toMatch(/^ratelimit: "login";r=0;t=900\r?$/im)
  const refused = JSON.parse(answers[1]?.body ?? '') as CheckResult
  expect(refused).toMatchObject({ allowed: false, refusedBy: ['login'] })
  const seconds = Math.ceil((refused.retryAfterMs ?? 0) / 1000)
  expect(answers[1]?.headers).toMatch(new RegExp(`^retry-after: ${seconds}\r?$`, 'im'))
  expect(answers[1]?.headers).toMatch(/^cache-control: no-store\r?$/im)
})

const page = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

test('the guide shows what the service answers, and the reference names every member of it', async () => {
  const guide = page('guides/service.md')
  const [, sent = ''] = /-d '(.*)'\n/.exec(guide) ?? []
  const [, headers = '', body = ''] = /^```http\nHTTP\/1\.1 200 OK\n(.*?)\n\n(.*?)\n```$/ms.exec(guide) ?? []
  const { url } = await startService()
  const answer = await sendCheck(url, JSON.parse(sent) as object)
  const ofItsOwn = /"settleId":"[^"]+"/
  expect(answer.body.replace(ofItsOwn, '')).toBe(`${body}\n`.replace(ofItsOwn, ''))
  const shown = headers.split('\n').map((line) => line.split(': '))
  expect(shown).toHaveLength(4)
  for (const [name = '', value] of shown) expect(answer.headers.get(name)).toBe(value)

  const members = [...answer.body.matchAll(/"(\w+)":/g)].map(([, name]) => name)
  const reference = page('reference/http-api.md')
  expect(members.filter((name) => !reference.includes(`\`${name}\``))).toEqual([])
})

interface LineAnswer {
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** Runs the line in a shell; without a curl, sends what it would. */
async function runLine(line: string): Promise<LineAnswer> {
  const run = promisify(execFile)
  const shell = (command: string) => run('sh', ['-c', command]).catch(() => undefined)
  if ((await shell('command -v curl')) === undefined) return sendLine(line)
  const { stdout } = (await shell(line)) ?? { stdout: '' }
  const [headers = '', body = ''] = stdout.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(headers)?.[1]), headers, body }
}

async function sendLine(line: string): Promise<LineAnswer> {
  const [, url = '', body = ''] = /^curl -i (\S+) .* -d '(.*)'$/.exec(line) ?? []
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const headers = [...response.headers].map((header) => header.join(': ')).join('\n')
  return { status: response.status, headers, body: await response.text() }
}
