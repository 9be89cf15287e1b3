import type { AlgorithmName } from 'sluice'
import { perStep, simulate, standardLimits, type Measures } from 'sluice/simulate'
import { CallError } from '../command-error.ts'
import type { LimitOption } from '../limit-option.ts'
import type { Traffic } from './traffic-source.ts'

/** What all six algorithms do to the same traffic; the JSON of `sluice compare`. */
export interface Comparison {
  readonly traffic: string
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
export interface Step {
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

/** Runs the traffic through the six limits of one `L/W`. Without `stepMs` a step is a second, or longer for long traffic. */
export function compare({ label, times, costs }: Traffic, limit: LimitOption, stepMs?: number): Comparison {
  const limits = Object.entries(standardLimits(limit.limit, limit.windowMs))
  const runs = limits.map(([name, algorithm]) => {
    const options = {
      limit: algorithm,
      times,
      windowMs: limit.windowMs,
      ...(costs === undefined ? {} : { costs }),
    }
    return { name, run: simulate(options) }
  })
  const lastServedMs = Math.max(...runs.map(({ run }) => run.servedTimes.at(-1) ?? 0), times.at(-1) ?? 0)
  const step = stepMs ?? stepFor(times[0] ?? 0, lastServedMs)
  const fromMs = Math.floor((times[0] ?? 0) / step) * step
  const count = times.length === 0 ? 0 : Math.floor((lastServedMs - fromMs) / step) + 1
  if (count > MOST_STEPS_ASKED_FOR) {
    throw new CallError(`Steps of ${step} ms would make ${count} rows; take longer ones`)
  }
  const sent = perStep(times, fromMs, step, count)
  const served = runs.map(({ name, run }) => ({
    name,
    counts: perStep(run.servedTimes, fromMs, step, count),
  }))
  return {
    traffic: label,
    limit: limit.text,
    windowMs: limit.windowMs,
    requests: times.length,
    firstMs: times[0] ?? null,
    lastMs: times.at(-1) ?? null,
    algorithms: byName(runs.map(({ name, run }) => [name, run.measures])),
    stepMs: step,
    steps: sent.map((requests, i) => ({
      atMs: fromMs + i * step,
      sent: requests,
      served: byName(served.map(({ name, counts }) => [name, counts[i]!])),
    })),
  }
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
