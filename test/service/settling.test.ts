/** `POST /v1/settle`: rules that count failures alone give back what a success was charged. */
import { writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { policyFile, seen, startService, type ListeningService } from './running-service.ts'
import { sendCheck } from './send-check.ts'

const policy = (limit: number) => `
version: 1
rules:
  - name: guesses
    match: { path: /login }
    key: [client]
    count: failures
    limits:
      - sliding-log: { limit: ${limit}, window: 1h }
  - name: bonus
    match: { path: /bonus }
    key: [client]
    count: successes
    limits:
      - sliding-log: { limit: 3, window: 1h }
  - name: all
    match: {}
    key: [client]
    limits:
      - sliding-log: { limit: 100, window: 1h }
`

let service: ListeningService
let file: string

beforeAll(async () => {
  file = policyFile('settling.yaml', policy(3))
  service = await startService('--policy', file)
})

const request = (path: string, client: string, cost = 1) => ({ attributes: { path, client }, cost })

async function settle(id: unknown, failed: unknown): Promise<Response> {
  return fetch(`${service.url}/v1/settle`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, failed }),
  })
}

/** What each limit has left for a client. */
async function left(path: string, client: string): Promise<number[]> {
  const { json } = await sendCheck(service.url, request(path, client, 0))
  return json.limits.map(({ remaining }) => remaining)
}

test.each([
  ['/login', false, [3, 99]],
  ['/login', true, [2, 99]],
  ['/bonus', false, [2, 99]],
  ['/bonus', true, [3, 99]],
])('%s that failed: %s', async (path, failed, remaining) => {
  const client = `${path} ${failed}`
  const { json } = await sendCheck(service.url, request(path, client))
  expect(await left(path, client)).toEqual([2, 99])
  const settled = await settle(json.settleId, failed)
  expect([settled.status, await settled.text()]).toEqual([204, ''])
  expect(await left(path, client)).toEqual(remaining)
})

test('a check is settled once', async () => {
  const { json } = await sendCheck(service.url, request('/login', 'once', 2))
  await settle(json.settleId, false)
  const again = await settle(json.settleId, false)
  expect([again.status, await again.json()]).toMatchObject([
    404,
    { error: { code: 'ERR_NOT_OPEN', field: 'id' } },
  ])
  expect(await left('/login', 'once')).toEqual([3, 98])
})

test('nothing is to be settled of a refusal, of a peek, or where every rule counts all', async () => {
  const refused = await sendCheck(service.url, request('/login', 'none', 4))
  const peek = await sendCheck(service.url, request('/login', 'none', 0))
  const other = await sendCheck(service.url, request('/other', 'none'))
  expect([refused, peek, other].map(({ json }) => json.settleId)).toEqual([null, null, null])
})

test.each([
  [undefined, true, 'ERR_MISSING_FIELD', 'id'],
  [7, true, 'ERR_INVALID_FIELD', 'id'],
  ['x', undefined, 'ERR_MISSING_FIELD', 'failed'],
  ['x', 'true', 'ERR_INVALID_FIELD', 'failed'],
])('id %s and failed %s are told apart', async (id, failed, code, field) => {
  const answer = await settle(id, failed)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code, field } }])
})

test('a check of an earlier policy is settled under the one in force', async () => {
  const { json } = await sendCheck(service.url, request('/login', 'early'))
  writeFileSync(file, policy(5))
  await seen(service, 'stderr', /in force anew/)
  expect((await settle(json.settleId, false)).status).toBe(204)
  expect(await left('/login', 'early')).toEqual([5, 99])
})
