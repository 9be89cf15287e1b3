import type { Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'

/** The options of RateLimiterMemory, and those that every limiter has. Durations are seconds. */
export interface RateLimiterOptions {
  /** How many points a key has in each `duration`: a whole number of at least 0. */
  readonly points: number
  /** Seconds from a key's first point until it has all of them again; 0 means never. */
  readonly duration: number
  /** Seconds for which a key that consumes too much is refused, in place of the rest of `duration`. Default 0: none. */
  readonly blockDuration?: number
  /** Whether requests after the first wait, so that they come evenly. Default false. */
  readonly execEvenly?: boolean
  /** Milliseconds below which such a wait does not fall. Default `duration` divided by `points`. */
  readonly execEvenlyMinDelayMs?: number
  /** What keys begin with, before a colon. Default `'rlflx'`. */
  readonly keyPrefix?: string
  /** The clock of a limiter in this process. Default: the monotonic system clock. */
  readonly clock?: Clock
}

/** What one call may change. */
export interface CallOptions {
  /** Seconds in place of `duration` for a key that begins with this call. */
  readonly customDuration?: number
}

/** @throws SluiceError `ERR_INVALID_OPTION` */
export function checkedNumber(field: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} must be a finite number of at least ${least}; found ${shown(value)}.`,
    { field, value },
  )
}

/** @throws SluiceError `ERR_INVALID_OPTION` */
export function checkedPrefix(value: unknown): string {
  if (typeof value === 'string') return value
  throw new SluiceError('ERR_INVALID_OPTION', `keyPrefix must be text; found ${shown(value)}.`, {
    field: 'keyPrefix',
    value,
  })
}
