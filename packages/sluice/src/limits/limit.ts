import type { Algorithm, Rule } from '../algorithms/algorithm.ts'
import { MAX_EXACT } from '../algorithms/scale.ts'
import { SluiceError } from '../errors.ts'
import { shown } from './options.ts'

/**
 * A limit: an algorithm and its numbers, checked and scaled. Made by `tokenBucket`, `gcra`, `leakyBucket`,
 * `fixedWindow`, `slidingLog` and `slidingWindowCounter`; nothing in it changes, so one may be shared.
 */
export interface Limit<R extends Rule = Rule, State = unknown> {
  readonly algorithm: Algorithm<R, State>
  readonly rule: R
}

/** Makes a limit whose largest number, which deciding reaches by 2070, is exact. */
export function limitOf<R extends Rule, State>(
  owner: string,
  algorithm: Algorithm<R, State>,
  rule: R,
  largest: number,
  remedy: string,
): Limit<R, State> {
  if (largest > MAX_EXACT) {
    throw new SluiceError(
      'ERR_NUMBER_TOO_LARGE',
      `${owner} would have to count to ${largest.toPrecision(4)}, past 2^53, where numbers are no longer exact: ${remedy}.`,
      { field: owner, value: largest },
    )
  }
  return Object.freeze({ algorithm, rule: Object.freeze(rule) })
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
