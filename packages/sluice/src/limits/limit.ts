import type { Algorithm, Rule } from '../algorithms/algorithm.ts'
import { HORIZON_MS } from '../algorithms/scale.ts'
import { SluiceError } from '../errors.ts'
import { shown } from './options.ts'

/**
 * A limit: an algorithm and its numbers, checked and scaled. Made by `tokenBucket`, `gcra`, `leakyBucket`,
 * `fixedWindow`, `slidingLog` and `slidingWindowCounter`; nothing in it changes, so one may be shared.
 */
export interface Limit<R extends Rule = Rule, State = unknown> {
  readonly algorithm: Algorithm<R, State>
  readonly rule: R
  /** The numbers of the limit in words, such as "a capacity of 20 at 5 per 1000 ms". */
  readonly summary: string
  /** The last time, in milliseconds since 1970, at which every number is still below 2^53; 2070 or later. */
  readonly lastMs: number
}

/** What a limit is made of, and what to say if it cannot be. */
interface Parts<R extends Rule, State> {
  readonly algorithm: Algorithm<R, State>
  readonly rule: R
  readonly lastMs: number
  /** The field at fault if the numbers are too large. */
  readonly field: string
  readonly summary: string
  readonly remedy: string
}

/** Makes a limit that decides exactly until 2070 at least. */
export function limitOf<R extends Rule, State>(parts: Parts<R, State>): Limit<R, State> {
  const { algorithm, rule, lastMs, field, summary, remedy } = parts
  if (lastMs < HORIZON_MS) {
    throw new SluiceError(
      'ERR_NUMBER_TOO_LARGE',
      `${field} is too large for exact counting: ${summary} would pass 2^53 before 2070. Instead ${remedy}.`,
      { field, value: summary },
    )
  }
  return Object.freeze({ algorithm, rule: Object.freeze(rule), summary, lastMs })
}

/** Checks that a value is a limit that one of the constructors made. */
export function checkLimit(field: string, value: unknown): Limit {
  const { algorithm, rule } = (value ?? {}) as Partial<Limit>
  if (typeof algorithm?.take === 'function' && typeof rule === 'object') return value as Limit
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} must be made by tokenBucket, gcra, leakyBucket, fixedWindow, slidingLog or slidingWindowCounter; ` +
      `found ${shown(value)}.`,
    { field, value },
  )
}
