import { standardLimits } from 'sluice/simulate'
import { expect, test } from 'vitest'
import { laneNames } from './lane-name.ts'
import { limitOf, promised } from './limit-of.ts'
import { defaultSetup, linkedSetup, sameLimit, type LaneSettings } from './setup.ts'

test('the same limit by size is the standard limit of every algorithm', () => {
  const standard = standardLimits(7, 15_000)
  for (const name of laneNames) {
    const { algorithm, summary } = limitOf(name, sameLimit(7, 15_000, 'size'))
    expect([algorithm.name, summary]).toEqual([name, standard[name].summary])
  }
})

test('a leaky bucket counts waiting places unless it is said to count all', () => {
  expect(limitOf('leaky-bucket', sameLimit(5, 2000)).rule.limit).toBe(6)
  expect(limitOf('leaky-bucket', sameLimit(5, 2000, 'queue')).rule.limit).toBe(6)
  expect(limitOf('leaky-bucket', sameLimit(5, 2000, 'size')).rule.limit).toBe(5)
})

test('the page opens with 5 requests per 2 seconds on every lane, GCRA on demand', () => {
  expect(defaultSetup).toEqual(linkedSetup(5, 2000))
  for (const name of laneNames) {
    expect(promised(name, defaultSetup.lanes[name])).toEqual({ units: 5, windowMs: 2000 })
  }
  expect(defaultSetup.shown).toEqual(laneNames.filter((name) => name !== 'gcra'))
})

test('buckets promise their rate, windows their limit', () => {
  const settings: LaneSettings = { limit: 3, windowMs: 70, burst: 9, rate: { amount: 2, periodMs: 500 } }
  const buckets = laneNames.filter((name) => promised(name, settings).windowMs === 500)
  expect(buckets).toEqual(['token-bucket', 'gcra', 'leaky-bucket'])
  expect(promised('gcra', settings)).toEqual({ units: 2, windowMs: 500 })
  expect(promised('sliding-log', settings)).toEqual({ units: 3, windowMs: 70 })
})

test.each([
  ['token-bucket', { burst: 0 }, 'capacity'],
  ['gcra', { burst: 1.5 }, 'burst'],
  ['leaky-bucket', { burst: 0 }, 'queue'],
  ['leaky-bucket', { burst: 0, reading: 'size' }, 'size'],
  ['fixed-window', { limit: 0 }, 'limit'],
  ['sliding-log', { windowMs: 0 }, 'window'],
  ['sliding-window-counter', { limit: NaN }, 'limit'],
  ['gcra', { rate: { amount: 0, periodMs: 1 } }, 'rate.amount'],
] as const)('%s with %j is a fault in %s', (name, wrong, field) => {
  expect(() => limitOf(name, { ...sameLimit(5, 2000), ...wrong })).toThrow(expect.objectContaining({ field }))
})
