import type { LimitDecision } from '../../limiter/limiter.ts'
import { SluiceError } from '../../errors.ts'
import { checkOptions, shown } from '../../limits/options.ts'

/** Delays requests of a client that comes near its limit. Over the limit it is refused as ever. */
export interface SlowDownOptions<R> {
  /** Units in use at one time, this request's included, up to which nothing is delayed: a whole number of at least 0. */
  readonly delayAfter: number
  /** Milliseconds for each unit above `delayAfter`, or a function that gives the whole delay. */
  readonly delayMs: number | ((unitsOver: number, request: R) => number)
  /** The longest delay in milliseconds. Default 10,000. */
  readonly maxDelayMs?: number
}

/** How many milliseconds a request that was allowed is held back; 0 for not at all. */
export type SlowDown<R> = (decision: LimitDecision, request: R) => number

/** @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER` */
export function slowDownOf<R>(options: SlowDownOptions<R>): SlowDown<R> {
  checkOptions('slowDown', options, ['delayAfter', 'delayMs', 'maxDelayMs'])
  const { delayMs } = options
  const delayAfter = checkAmount('slowDown.delayAfter', options.delayAfter)
  const maxDelayMs = checkAmount('slowDown.maxDelayMs', options.maxDelayMs ?? 10_000)
  const stepMs = typeof delayMs === 'function' ? delayMs : linear(checkAmount('slowDown.delayMs', delayMs))
  return ({ limit, remaining }, request) => {
    const unitsOver = limit - remaining - delayAfter
    if (unitsOver <= 0) return 0
    return Math.min(checkAmount('slowDown.delayMs', stepMs(unitsOver, request)), maxDelayMs)
  }
}

function linear(delayMs: number): (unitsOver: number) => number {
  return (unitsOver) => unitsOver * delayMs
}

function checkAmount(field: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `${field} must be a number of at least 0; found ${shown(value)}.`,
    {
      field,
      value,
    },
  )
}
