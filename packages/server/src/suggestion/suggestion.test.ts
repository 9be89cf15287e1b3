import { tokenBucket } from 'sluice'
import { RequestList, simulate } from 'sluice/simulate'
import { expect, test } from 'vitest'
import { burstRatePlot } from '../plot/burst-rate-plot.ts'
import { percent } from './suggestion-text.ts'
import { suggestBursts } from './suggestion.ts'

/** Ten clients; client n sends n + 1 requests at once every two seconds, three times. */
const arrivals = Array.from({ length: 10 }, (_, client) => ({
  client,
  times: [0, 2000, 4000].flatMap((t) => Array.from({ length: client + 1 }, () => t)),
}))

function requests(): RequestList {
  const list = new RequestList()
  for (const { client, times } of arrivals) for (const t of times) list.push(t, client, 1)
  return list
}

const name = (client: number) => `client-${client}`

test('each burst is the smallest that refuses no request of its share of the clients', () => {
  const shares = [0.5, 0.9, 1]
  const rates = ['1/h', '30/min', '1/s', '7/3s', '7/s', '50/s']
  const { suggestions } = suggestBursts(requests(), name, { rates, shares, top: 3 })
  for (const { share, clients, bursts } of suggestions) {
    expect(clients).toBe(10 * share)
    const untroubled = (capacity: number, rate: string) =>
      arrivals.filter(
        ({ times }) => simulate({ limit: tokenBucket({ capacity, rate }), times }).measures.refused === 0,
      ).length
    const enough = bursts.map((burst, i) => untroubled(burst, rates[i] ?? ''))
    const oneLess = bursts.map((burst, i) => (burst === 1 ? 0 : untroubled(burst - 1, rates[i] ?? '')))
    expect(Math.min(...enough)).toBeGreaterThanOrEqual(clients)
    expect(Math.max(...oneLess)).toBeLessThan(clients)
  }
})

test('rates reach from the mean rate of the busiest client to its busiest second', () => {
  const { rates } = suggestBursts(requests(), name, { shares: [1], top: 0 })
  // 30 requests in 4 s are 7.5 a second; 10 in one second.
  expect(rates).toEqual(['5/s', '10/s'])
})

test('rates in any order come back from the slowest, and curves follow them', () => {
  const { rates, suggestions, neediest } = suggestBursts(requests(), name, {
    rates: ['5/s', '1/h', '2/s'],
    shares: [1],
    top: 2,
  })
  expect(rates).toEqual(['1/h', '2/s', '5/s'])
  // At 1/h nothing comes back within 4 s; 2/s gives 4 tokens between bursts of 10; 5/s all 10.
  expect(suggestions[0]?.bursts).toEqual([30, 22, 10])
  expect(suggestions[0]?.smallest.map(({ burst }) => burst)).toEqual([30, 22, 10])
  expect(neediest).toEqual([
    { client: 'client-9', bursts: [30, 22, 10] },
    { client: 'client-8', bursts: [27, 19, 9] },
  ])
})

test('shares are written as people say them', () => {
  expect([0.99, 0.999, 1, 0.07, 0.99999].map(percent)).toEqual(['99 %', '99.9 %', '100 %', '7 %', '99.999 %'])
})

test('the plot has a line for each share, each with its own dash', () => {
  const svg = burstRatePlot('access.log', suggestBursts(requests(), name, { shares: [0.5, 0.9, 1], top: 0 }))
  expect(svg).toContain('<title>access.log: ')
  for (const text of ['50 %', '90 %', '100 %', '5/s', '10/s']) expect(svg).toContain(`>${text}<`)
  const dashes = [
    ...svg.matchAll(/stroke="(#0072b2|#d55e00|#009e73)"[^>]*?(?:stroke-dasharray="([\d, ]+)")?[^>]*>/g),
  ]
  expect(new Set(dashes.map(([, colour]) => colour)).size).toBe(3)
  expect(svg.match(/stroke-dasharray/g)?.length).toBeGreaterThanOrEqual(2)
})
