/** What callers saw of a fault. */
import { busiestExcess } from '../stretches.ts'
import type { LoopStalls } from './loop-stalls.ts'
import type { Asked } from './steady-load.ts'

export interface FaultReport {
  readonly requests: number
  /** How many of them were answered without the store. */
  readonly withoutStore: number
  /** The longest that any request waited. */
  readonly longestWaitMs: number
  /** The same, without the time in which this process stood still. */
  readonly longestOwnWaitMs: number
  /** From the end of the fault until the store charged a request again. */
  readonly recoveredMs: number
  /** From the end of the fault until the store decided nearly everything again. */
  readonly steadyMs: number
  /** The most units beyond the limit that the store passed of some key in some stretch of time; 0 if none. */
  readonly excessOfStore: number
  /** The same of the local share, which begins anew with every outage. */
  readonly excessOfLocal: number
  /** Answers without the store that were not those of the limiter's policy. */
  readonly wrongAnswers: readonly Asked[]
}

export interface Observed {
  readonly asked: readonly Asked[]
  readonly stalls: LoopStalls
  readonly recoveredMs: number
  readonly steadyMs: number
  /** The most that the store may pass of a key in so many milliseconds. */
  readonly storeMost: (lengthMs: number) => number
  readonly localMost: (lengthMs: number) => number
}

export function faultReport(observed: Observed): FaultReport {
  const { asked, stalls, recoveredMs, steadyMs, storeMost, localMost } = observed
  const ownWaitOf = (one: Asked): number => waitOf(one) - stalls.within(one.startMs, one.endMs)
  const decided = asked.filter(({ fallback }) => fallback === undefined)
  const local = asked.filter(({ fallback }) => fallback === 'local')
  return {
    requests: asked.length,
    withoutStore: asked.length - decided.length,
    longestWaitMs: Math.round(Math.max(...asked.map(waitOf))),
    longestOwnWaitMs: Math.round(Math.max(...asked.map(ownWaitOf))),
    recoveredMs: Math.round(recoveredMs),
    steadyMs: Math.round(steadyMs),
    excessOfStore: largestExcess(decided, storeMost),
    excessOfLocal: largestExcess(local, localMost),
    wrongAnswers: asked.filter(isWrong),
  }
}

/** The report in one line, as the guide's table has it. */
export function summaryOf(fault: string, report: FaultReport): string {
  return (
    `${fault}: ${report.requests} requests, ${report.withoutStore} answered without the store, longest wait ` +
    `${report.longestWaitMs} ms (${report.longestOwnWaitMs} ms without stalls of this process), decided again after ` +
    `${report.recoveredMs} ms, steadily after ${report.steadyMs} ms, above the limit ${report.excessOfStore} units\n`
  )
}

function waitOf({ startMs, endMs }: Asked): number {
  return endMs - startMs
}

function isWrong({ policy, fallback, allowed }: Asked): boolean {
  if (fallback === undefined) return false
  return fallback !== policy || (policy === 'allow' && !allowed) || (policy === 'deny' && allowed)
}

function largestExcess(asked: readonly Asked[], mostWithin: (lengthMs: number) => number): number {
  const passed = new Map<string, { readonly atMs: number; readonly cost: number }[]>()
  for (const { policy, key, allowed, atMs } of asked) {
    if (!allowed) continue
    const name = `${policy} ${key}`
    passed.set(name, [...(passed.get(name) ?? []), { atMs, cost: 1 }])
  }
  const excesses = [...passed.values()].map((ofKey) =>
    busiestExcess(
      ofKey.toSorted((a, b) => a.atMs - b.atMs),
      mostWithin,
    ),
  )
  return Math.max(0, ...excesses)
}
