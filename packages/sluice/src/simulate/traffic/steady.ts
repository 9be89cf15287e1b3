import { SluiceError } from '../../errors.ts'
import { checkSize, RATE, readShapeOptions, SPAN_MS } from './shape-options.ts'

/** Options of {@link steady}: either a rate or a gap. */
export type SteadyOptions =
  | { readonly ratePerSecond: number; readonly durationMs: number }
  | { readonly everyMs: number; readonly durationMs: number }

/**
 * Evenly spaced requests, the first at 0. Request i comes at `i * everyMs`, or, at a rate, at `i * 1000 /
 * ratePerSecond` cut to whole milliseconds, so a gap that is no whole number does not add up to a drift.
 *
 * @returns whole milliseconds, sorted, all before `durationMs`
 * @throws SluiceError `ERR_INVALID_NUMBER`; `ERR_INVALID_OPTION` unless exactly one of `ratePerSecond` and `everyMs`
 * is given; `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function steady(options: SteadyOptions): Float64Array {
  const byRate = 'ratePerSecond' in options
  if (byRate === 'everyMs' in options) {
    const message = `steady traffic needs either ratePerSecond or everyMs, but ${byRate ? 'both are' : 'neither is'} given`
    throw new SluiceError('ERR_INVALID_OPTION', message, { field: 'ratePerSecond', value: undefined })
  }
  const { durationMs, everyMs, ratePerSecond } = readShapeOptions(options, {
    durationMs: SPAN_MS,
    everyMs: { ...SPAN_MS, default: 1 },
    ratePerSecond: { ...RATE, default: 1 },
  })
  return byRate ? evenTimes(ratePerSecond, 1000, durationMs) : evenTimes(1, everyMs, durationMs)
}

/** `amount` requests every `periodMs`, evenly spaced from 0 on, all before `durationMs`. */
export function evenTimes(amount: number, periodMs: number, durationMs: number): Float64Array {
  checkSize((durationMs / periodMs) * amount)
  const times: number[] = []
  for (let t = 0; t < durationMs; t = Math.floor((times.length * periodMs) / amount)) times.push(t)
  return Float64Array.from(times)
}
