import { tokenBucket } from 'sluice'
import { parseRateLimit } from 'sluice/http'
import { expect, test } from 'vitest'
import { clientView } from './client-view.ts'
import { LaneRun } from './lane-run.ts'
import { burstOf } from './recipe.ts'
import { sameLimit } from './setup.ts'
import { Traffic } from './traffic.ts'

const traffic = new Traffic()
traffic.play(burstOf(8, 0))

test('a request that passed gets 200 and is told what remains', () => {
  const run = new LaneRun('token-bucket', sameLimit(5, 2000), traffic)
  expect(clientView(run.decisionAt(0), run.limit)).toEqual({
    status: 200,
    headers: [
      ['RateLimit-Policy', '"api";q=5;w=2'],
      ['RateLimit', '"api";r=4;t=1'],
    ],
    body: '',
  })
})

test('a refused one gets 429, a wait in whole seconds and a problem', () => {
  const run = new LaneRun('sliding-log', sameLimit(5, 2000), traffic)
  const { status, headers, body } = clientView(run.decisionAt(7), run.limit, 'search')
  expect(status).toBe(429)
  expect(Object.fromEntries(headers)).toMatchObject({
    'Retry-After': '2',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json',
    RateLimit: '"search";r=0;t=2',
  })
  expect(JSON.parse(body)).toMatchObject({ status: 429, 'violated-policies': ['search'] })
})

test('a request that can never pass is told no time to come back', () => {
  const limit = tokenBucket({ capacity: 2, rate: '1/s' })
  const big = new Traffic()
  big.add(0, 3)
  const run = new LaneRun('token-bucket', { ...sameLimit(2, 2000), burst: 2 }, big)
  const { headers } = clientView(run.decisionAt(0), limit)
  expect(headers.map(([name]) => name)).not.toContain('Retry-After')
})

test('the headers are read back as they were meant', () => {
  const run = new LaneRun('gcra', sameLimit(5, 2000), traffic)
  const { headers } = clientView(run.decisionAt(7), run.limit)
  expect(parseRateLimit(Object.fromEntries(headers))).toMatchObject({
    limit: 5,
    remaining: 0,
    retryAfterMs: 1000,
    dialect: 'draft-11',
  })
})
