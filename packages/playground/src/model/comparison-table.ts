import { perStep } from 'sluice/simulate'
import type { LaneName } from './lane-name.ts'
import type { LaneNumbers } from './lane-numbers.ts'
import type { LaneRun } from './lane-run.ts'
import { Outcome } from './outcomes.ts'
import type { Traffic } from './traffic.ts'

/** The lessons' table: what each lane let through in every second, and its figures in all. */
export interface ComparisonTable {
  /** How much time a row covers. */
  readonly stepMs: number
  readonly rows: readonly ComparisonRow[]
  readonly sent: number
  /** The columns, in the order of the lanes given. */
  readonly lanes: readonly { readonly name: LaneName; readonly numbers: LaneNumbers }[]
}

export interface ComparisonRow {
  readonly atMs: number
  /** Requests that arrived. */
  readonly sent: number
  /** Requests that reached the service, by lane: those that waited count where they left. */
  readonly served: readonly number[]
}

const MOST_ROWS = 60
const roundSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** Runs the lanes over all of the traffic. A row is a second, or more where there would be over 60 rows. */
export function comparisonTable(runs: readonly LaneRun[], traffic: Traffic): ComparisonTable {
  const lanes = runs.map((run) => ({ name: run.name, numbers: run.numbers(Infinity, traffic.size) }))
  const leaving = runs.map((run) => leaveTimes(run, traffic))
  const lastArrivalMs = traffic.times.at(-1) ?? 0
  const lastMs = leaving.reduce((last, times) => times.reduce((a, b) => Math.max(a, b), last), lastArrivalMs)
  const firstMs = traffic.times[0] ?? 0
  const stepMs = stepFor(lastMs - firstMs)
  const fromMs = Math.floor(firstMs / stepMs) * stepMs
  const count = traffic.size === 0 ? 0 : Math.floor((lastMs - fromMs) / stepMs) + 1
  const served = leaving.map((times) => perStep(times, fromMs, stepMs, count))
  const rows = perStep(traffic.times, fromMs, stepMs, count).map((sent, i) => ({
    atMs: fromMs + i * stepMs,
    sent,
    served: served.map((counts) => counts[i]!),
  }))
  return { stepMs, rows, sent: traffic.size, lanes }
}

/** When the requests that a lane let through reached the service. */
function leaveTimes({ outcomes, delays }: LaneRun, { times }: Traffic): Float64Array {
  const leaving = new Float64Array(times.length)
  let served = 0
  for (let i = 0; i < times.length; i++) {
    if (outcomes[i] !== Outcome.refused) leaving[served++] = times[i]! + delays[i]!
  }
  return leaving.subarray(0, served)
}

function stepFor(spanMs: number): number {
  const least = spanMs / (MOST_ROWS - 1)
  const day = 86_400_000
  return roundSteps.map((s) => s * 1000).find((step) => step >= least) ?? Math.ceil(least / day) * day
}
