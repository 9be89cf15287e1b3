import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { burstyGaps } from './bursty-gaps.ts'
import { edgePattern } from './edge-pattern.ts'
import { lessonTrace } from './lesson-trace.ts'
import { readLoadedLimit, type LoadedLimitOptions } from './loaded-limit.ts'
import { onOff } from './on-off.ts'
import { poisson } from './poisson.ts'
import { steadyGaps } from './steady-gaps.ts'

/** What every named traffic is measured against. `load` is part of the name. */
export type NamedTrafficOptions = Omit<LoadedLimitOptions, 'load'>

/** A traffic that can be asked for by name. */
export interface NamedTraffic {
  /** One line for a list of them. */
  readonly description: string
  /** Whole milliseconds, sorted. */
  readonly times: (options: NamedTrafficOptions) => Float64Array
}

/** A name that {@link trafficByName} knows. */
export type TrafficName =
  | 'lesson'
  | 'steady'
  | 'steady-2x'
  | 'bursty'
  | 'bursty-2x'
  | 'edge'
  | 'poisson'
  | 'on-off'

/** Every traffic with a name. */
export const namedTraffics: Readonly<Record<TrafficName, NamedTraffic>> = {
  lesson: {
    description:
      '20 s of one client: random requests, two bursts and four seconds of overload (limit not used)',
    times: ({ seed }) => lessonTrace(seed === undefined ? {} : { seed }),
  },
  steady: {
    description: 'single requests with random gaps, at the rate of the limit',
    times: (options) => steadyGaps({ ...options, load: 1 }),
  },
  'steady-2x': {
    description: 'single requests with random gaps, at twice the rate of the limit',
    times: (options) => steadyGaps({ ...options, load: 2 }),
  },
  bursty: {
    description: 'single requests and bursts of 2 to 29 at random moments, at about the rate of the limit',
    times: (options) => burstyGaps({ ...options, load: 1 }),
  },
  'bursty-2x': {
    description:
      'single requests and bursts of 2 to 29 at random moments, at about twice the rate of the limit',
    times: (options) => burstyGaps({ ...options, load: 2 }),
  },
  edge: {
    description: 'the whole limit at the end of one window, then again spread evenly over the next',
    times: ({ seed: _seed, ...options }) => edgePattern(options),
  },
  poisson: {
    description: 'requests that know nothing of each other, on average at the rate of the limit',
    times: (options) => {
      const { limit, windowMs, durationMs, seed } = readLoadedLimit(options)
      return poisson({ ratePerSecond: (1000 * limit) / windowMs, durationMs, seed })
    },
  },
  'on-off': {
    description: 'one window evenly at twice the rate of the limit, then one window of silence',
    times: (options) => {
      const { limit, windowMs, durationMs } = readLoadedLimit(options)
      return onOff({ onMs: windowMs, offMs: windowMs, ratePerSecond: (2000 * limit) / windowMs, durationMs })
    },
  },
}

/**
 * The traffic of that name, shaped by a limit.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_TRAFFIC` for a name that is not in {@link namedTraffics}
 */
export function trafficByName(name: string, options: NamedTrafficOptions = {}): Float64Array {
  if (isTrafficName(name)) return namedTraffics[name].times(options)
  const message = `traffic must be one of ${Object.keys(namedTraffics).join(', ')}, but it is ${shown(name)}`
  throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: 'traffic', value: name })
}

function isTrafficName(name: string): name is TrafficName {
  return Object.hasOwn(namedTraffics, name)
}
