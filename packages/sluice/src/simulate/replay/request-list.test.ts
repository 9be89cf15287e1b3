import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestList } from './request-list.ts'

interface Request {
  readonly timeMs: number
  readonly client: number
  readonly cost: number
}

function letOut(requests: readonly Request[]): Request[] {
  const list = new RequestList()
  for (const { timeMs, client, cost } of requests) list.push(timeMs, client, cost)
  const out: Request[] = []
  list.letOut(({ times, clients, costs, from, to }) => {
    for (let at = from; at < to; at++) {
      out.push({ timeMs: times[at]!, client: clients[at]!, cost: costs[at]! })
    }
  })
  return out
}

/** Clients are numbered as they come, so that the order of equal times shows. */
function numbered(requests: readonly { timeMs: number; cost: number }[]): Request[] {
  return requests.map((request, client) => ({ ...request, client }))
}

const anyTime = fc.oneof(
  fc.nat({ max: 5 }),
  fc.nat({ max: 200_000 }),
  // Five years around 1970, which takes all passes of the sort.
  fc.integer({ min: -80_000_000_000, max: 80_000_000_000 }),
)

test('lets out requests in the order of time, then of the file', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ timeMs: anyTime, cost: fc.nat({ max: 3 }) }), { maxLength: 300, size: 'max' }),
      (requests) => {
        const expected = numbered(requests).toSorted((a, b) => a.timeMs - b.timeMs)
        expect(letOut(numbered(requests))).toEqual(expected)
      },
    ),
  )
})

test('grows past its first arrays, and gives them back in order', () => {
  const requests = numbered(
    Array.from({ length: 20_000 }, (_, i) => ({ timeMs: (i * 7919) % 20_011, cost: 1 })),
  )
  expect(letOut(requests)).toEqual(requests.toSorted((a, b) => a.timeMs - b.timeMs))
})

test('keeps costs that first differ late in the log', () => {
  const requests = numbered(
    Array.from({ length: 10_000 }, (_, i) => ({ timeMs: i, cost: i < 9000 ? 1 : 2 ** 40 })),
  )
  expect(letOut(requests)).toEqual(requests)
})
