import { expect } from 'vitest'
import { summaryOf, type FaultReport } from './fault-report.ts'

/** The store's deadline, unless it is told another. */
const DEADLINE_MS = 50
/** What a request may take beyond it. */
const BEYOND_MS = 20

export interface Stated {
  /** How soon after the fault the store decides everything again. */
  readonly withinMs: number
  /** How many units of a key the store may pass beyond the limit: only what it has lost. */
  readonly excess: number
}

/** Prints what was seen, and holds it to what every fault must keep to and to what is stated for this one. */
export function expectHeld(fault: string, report: FaultReport, { withinMs, excess }: Stated): void {
  process.stdout.write(summaryOf(fault, report))
  expect(report.wrongAnswers).toEqual([])
  expect(report.longestOwnWaitMs).toBeLessThanOrEqual(DEADLINE_MS + BEYOND_MS)
  expect(report.steadyMs).toBeLessThanOrEqual(withinMs)
  expect(report.excessOfStore).toBeLessThanOrEqual(excess)
  expect(report.excessOfLocal).toBe(0)
}
