import { checkSize, RATE, readShapeOptions, SPAN_MS } from './shape-options.ts'
import { evenTimes } from './steady.ts'

/** Options of {@link onOff}. */
export interface OnOffOptions {
  /** How long requests come in each cycle. */
  readonly onMs: number
  /** How long none come after that; 0 is fine. */
  readonly offMs: number
  /** The rate while they come; a fraction is fine. */
  readonly ratePerSecond: number
  /** All requests come before this time. */
  readonly durationMs: number
}

/**
 * A client that works and rests in turn: evenly spaced requests for `onMs`, the first at once, then silence for
 * `offMs`, and so on.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function onOff(options: OnOffOptions): Float64Array {
  const { onMs, offMs, ratePerSecond, durationMs } = readShapeOptions(options, {
    onMs: SPAN_MS,
    offMs: { ...SPAN_MS, min: 0 },
    ratePerSecond: RATE,
    durationMs: SPAN_MS,
  })
  const spell = evenTimes(ratePerSecond, 1000, Math.min(onMs, durationMs))
  checkSize((durationMs / (onMs + offMs)) * spell.length)
  const times: number[] = []
  for (let start = 0; start < durationMs; start += onMs + offMs) {
    for (const t of spell) {
      if (start + t < durationMs) times.push(start + t)
    }
  }
  return Float64Array.from(times)
}
