import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LookAhead, type LookAheadOptions } from './look-ahead.ts'
import type { RequestBlock } from './request-block.ts'

interface Request {
  readonly timeMs: number
  /** The place in the file, so that the order of equal times shows. */
  readonly client: number
}

function letOut(times: readonly number[], options: LookAheadOptions): { out: Request[]; overrun: boolean } {
  const out: Request[] = []
  const lookAhead = new LookAhead(({ times: ms, clients, costs, from, to }: RequestBlock) => {
    for (let at = from; at < to; at++) {
      expect(costs[at]).toBe(clients[at]! % 3)
      out.push({ timeMs: ms[at]!, client: clients[at]! })
    }
  }, options)
  times.forEach((timeMs, client) => lookAhead.push(timeMs, client, client % 3))
  lookAhead.end()
  return { out, overrun: lookAhead.overrun }
}

function inOrder(times: readonly number[]): Request[] {
  return times.map((timeMs, client) => ({ timeMs, client })).toSorted((a, b) => a.timeMs - b.timeMs)
}

/** Times that are sorted but for some that stand up to `late` places too late. */
function timesLateBy(late: number): fc.Arbitrary<number[]> {
  return fc
    .array(fc.record({ gap: fc.nat({ max: 3 }), late: fc.nat({ max: late }) }), {
      maxLength: 400,
      size: 'max',
    })
    .map((requests) => {
      let timeMs = 0
      const places = requests.map((request, index) => ({
        timeMs: (timeMs += request.gap),
        place: index + request.late,
      }))
      return places.toSorted((a, b) => a.place - b.place).map((request) => request.timeMs)
    })
}

test('requests that are late by no more than the look-ahead come out in the order of time, then of the file', () => {
  fc.assert(
    fc.property(timesLateBy(8), (times) => {
      expect(letOut(times, { requests: 16 })).toEqual({ out: inOrder(times), overrun: false })
    }),
  )
})

test('what comes out is in order and complete, or the overrun is told', () => {
  fc.assert(
    fc.property(timesLateBy(100), (times) => {
      const { out, overrun } = letOut(times, { requests: 16 })
      expect(out.length < times.length).toBe(overrun)
      expect(overrun ? [] : out).toEqual(overrun ? [] : inOrder(times))
      expect(out.map(({ timeMs }) => timeMs)).toEqual(
        out.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b),
      )
    }),
  )
})

test('a request earlier than one that has been let out is an overrun, one at the same time is none', () => {
  const later = Array.from({ length: 9 }, (_, i) => 100 + i)
  expect(letOut([...later, 99], { requests: 4 }).overrun).toBe(true)
  expect(letOut([...later, 103], { requests: 4 })).toEqual({ out: inOrder([...later, 103]), overrun: false })
})

test('a log that is not sorted at all is given up soon, unless asked to be patient', () => {
  const backwards = Array.from({ length: 12_000 }, (_, i) => 12_000 - i)
  expect(letOut(backwards, {}).overrun).toBe(true)
  expect(letOut(backwards, { patient: true }).overrun).toBe(false)
})

test('nothing comes out of an empty log', () => {
  expect(letOut([], {})).toEqual({ out: [], overrun: false })
})
