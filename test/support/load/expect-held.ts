import { expect } from 'vitest'
import { summaryOf, type FaultReport } from './fault-report.ts'

/** The store's deadline, unless it is told another. */
const DEADLINE_MS = 50
/** What a request may take beyond it. */
const BEYOND_MS = 20

/** Stores in these tests probe at least so often. */
export const breaker = { maxOpenMs: 400 } as const

/** What a recovery may take beyond what is stated: on a busy machine several probes may be answered too late. */
const SLACK_MS = 2500

export interface Stated {
  /** What the client needs to find its server. The store decides again so much later than `maxOpenMs` at the latest. */
  readonly reconnectMs: number
  /** How many units of a key the store may pass beyond the limit: only what it has lost. */
  readonly excess: number
}

/** Prints what was seen, and holds it to what every fault must keep to and to what is stated for this one. */
export function expectHeld(fault: string, report: FaultReport, { reconnectMs, excess }: Stated): void {
  process.stdout.write(summaryOf(fault, report))
  expect(report.wrongAnswers).toEqual([])
  expect(report.longestOwnWaitMs).toBeLessThanOrEqual(DEADLINE_MS + BEYOND_MS)
  expect(report.steadyMs).toBeLessThanOrEqual(breaker.maxOpenMs + reconnectMs + SLACK_MS)
  expect(report.excessOfStore).toBeLessThanOrEqual(excess)
  expect(report.excessOfLocal).toBe(0)
}
