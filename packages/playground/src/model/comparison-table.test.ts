import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonTable } from './comparison-table.ts'
import { laneNames } from './lane-name.ts'
import { LaneRun } from './lane-run.ts'
import { burstOf } from './recipe.ts'
import { sameLimit } from './setup.ts'
import { Traffic } from './traffic.ts'

function tableOf(traffic: Traffic) {
  return comparisonTable(
    laneNames.map((name) => new LaneRun(name, sameLimit(5, 2000), traffic)),
    traffic,
  )
}

test('rows add up to what was sent and served, at most 60 of them, wherever the traffic lies', () => {
  const anyTime = fc.oneof(
    fc.nat({ max: 5000 }),
    fc.nat({ max: 10_000_000 }),
    fc.nat({ max: 1_700_000_000_000 }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(anyTime, fc.nat({ max: 3 })), { maxLength: 40 }), (requests) => {
      const traffic = new Traffic()
      for (const [atMs, cost] of requests) traffic.add(atMs, cost)
      const { rows, lanes, sent, stepMs } = tableOf(traffic)
      expect(rows.length).toBeLessThanOrEqual(60)
      expect(stepMs % 1000).toBe(0)
      expect(rows.reduce((sum, row) => sum + row.sent, 0)).toBe(requests.length)
      expect(sent).toBe(requests.length)
      lanes.forEach(({ numbers }, lane) => {
        expect(rows.reduce((sum, row) => sum + row.served[lane]!, 0)).toBe(numbers.served)
      })
    }),
  )
})

test('requests that wait count in the second in which they leave', () => {
  const traffic = new Traffic()
  traffic.play(burstOf(8, 3000))
  const { rows } = tableOf(traffic)
  const leaky = laneNames.indexOf('leaky-bucket')
  // They leave 400 ms apart: at 3.0, 3.4, 3.8, 4.2, 4.6 and 5.0 s.
  expect(rows.map(({ atMs, served }) => [atMs, served[leaky]])).toEqual([
    [3000, 3],
    [4000, 2],
    [5000, 1],
  ])
})

test('no traffic has no rows', () => {
  expect(tableOf(new Traffic())).toMatchObject({ rows: [], sent: 0 })
})
