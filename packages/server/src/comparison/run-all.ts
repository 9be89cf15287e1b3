import type { AlgorithmName } from 'sluice'
import { simulate, standardLimits, type Simulation } from 'sluice/simulate'
import type { LimitOption } from '../limit-option.ts'
import { TimelineCounts } from '../plot/timeline-counts.ts'
import type { Timeline } from '../plot/timeline.ts'
import type { Traffic } from './traffic-source.ts'

/** What one algorithm did to the traffic. */
export interface AlgorithmRun {
  readonly algorithm: AlgorithmName
  readonly run: Simulation
}

/** Runs the traffic through the six limits of one `L/W`. */
export function runAll({ times, costs }: Traffic, { limit, windowMs }: LimitOption): AlgorithmRun[] {
  const limits = standardLimits(limit, windowMs)
  return (Object.keys(limits) as AlgorithmName[]).map((algorithm) => {
    const options = { limit: limits[algorithm], times, windowMs, ...(costs === undefined ? {} : { costs }) }
    return { algorithm, run: simulate(options) }
  })
}

/** The runs as a plot shows them: allowed and refused requests by the time they arrived. */
export function timelineOf(
  { name }: Traffic,
  { text }: LimitOption,
  runs: readonly AlgorithmRun[],
): Timeline {
  const counts = new TimelineCounts(runs.length)
  for (const [lane, { run }] of runs.entries()) {
    for (const t of run.allowedTimes) counts.count(t, lane, true)
    for (const t of run.refusedTimes) counts.count(t, lane, false)
  }
  const algorithms = runs.map(({ algorithm }, lane) => ({ algorithm, ...counts.lane(lane) }))
  const { fromMs, stepMs } = counts
  return { title: name, fromMs, stepMs, limits: [{ limit: text, algorithms }] }
}
