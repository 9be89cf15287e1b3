import type { AlgorithmName } from 'sluice'
import { perStep, type Measures } from 'sluice/simulate'
import { CallError } from '../command-error.ts'
import type { LimitOption } from '../limit-option.ts'
import type { AlgorithmRun } from './run-all.ts'
import type { Traffic } from './traffic-source.ts'

/** What all six algorithms do to the same traffic; the JSON of `sluice compare`. */
export interface Comparison {
  /** The traffic as it was asked for. */
  readonly traffic: string
  /** What it is, in a line. */
  readonly about: string
  readonly limit: string
  readonly windowMs: number
  readonly requests: number
  /** When the first and the last request arrive; null if there are none. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly algorithms: Readonly<Record<AlgorithmName, Measures>>
  /** How long a step is. */
  readonly stepMs: number
  readonly steps: readonly Step[]
}

/** One stretch of time. */
interface Step {
  readonly atMs: number
  /** Requests that arrived in it. */
  readonly sent: number
  /** Requests that reached the service in it. */
  readonly served: Readonly<Record<AlgorithmName, number>>
}

/** More rows than this are no longer read: longer traffic gets longer steps. */
const MOST_STEPS = 60

/** Whoever asks for short steps gets this many rows, which programs can still read. */
const MOST_STEPS_ASKED_FOR = 100_000

/**
 * Compares the runs of all algorithms. Without `stepMs` a step is a second, or longer for long traffic.
 *
 * @throws CallError if the steps are so short that there would be rows without end
 */
export function compare(
  { name, about, times }: Traffic,
  limit: LimitOption,
  runs: readonly AlgorithmRun[],
  stepMs?: number,
): Comparison {
  const firstMs = times[0] ?? 0
  const lastMs = runs.reduce(
    (last, { run }) => Math.max(last, run.servedTimes.at(-1) ?? 0),
    times.at(-1) ?? 0,
  )
  const step = stepMs ?? stepFor(firstMs, lastMs)
  return {
    traffic: name,
    about,
    limit: limit.text,
    windowMs: limit.windowMs,
    requests: times.length,
    firstMs: times[0] ?? null,
    lastMs: times.at(-1) ?? null,
    algorithms: byName(runs.map(({ algorithm, run }) => [algorithm, run.measures])),
    stepMs: step,
    steps: times.length === 0 ? [] : stepsOf(times, runs, step, lastMs),
  }
}

function stepsOf(times: Float64Array, runs: readonly AlgorithmRun[], stepMs: number, lastMs: number): Step[] {
  const fromMs = Math.floor(times[0]! / stepMs) * stepMs
  const count = Math.floor((lastMs - fromMs) / stepMs) + 1
  if (count > MOST_STEPS_ASKED_FOR) {
    throw new CallError(`steps of ${stepMs} ms would make ${count} rows; take longer ones`)
  }
  const sent = perStep(times, fromMs, stepMs, count)
  const served = runs.map(({ run }) => perStep(run.servedTimes, fromMs, stepMs, count))
  return sent.map((requests, i) => ({
    atMs: fromMs + i * stepMs,
    sent: requests,
    served: byName(runs.map(({ algorithm }, lane) => [algorithm, served[lane]![i]!])),
  }))
}

const roundStepsMs = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
].map((s) => s * 1000)

/** The shortest round step that cuts the time into few enough rows: seconds, minutes, hours, else whole days. */
function stepFor(firstMs: number, lastMs: number): number {
  const least = (lastMs - firstMs) / (MOST_STEPS - 1)
  const day = 86_400_000
  return roundStepsMs.find((step) => step >= least) ?? Math.ceil(least / day) * day
}

function byName<T>(entries: readonly (readonly [string, T])[]): Record<AlgorithmName, T> {
  return Object.fromEntries(entries) as Record<AlgorithmName, T>
}
