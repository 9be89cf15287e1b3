import { AMOUNT, checkSize, readShapeOptions, SPAN_MS } from './shape-options.ts'

/** Options of {@link edgePattern}. */
export interface EdgePatternOptions {
  /** Requests in each window. Default 100. */
  readonly limit?: number
  /** Default 60,000. */
  readonly windowMs?: number
  /** All requests come before this time. Default: 60 windows. */
  readonly durationMs?: number
}

/**
 * Traffic built to defeat limits that count by windows: `limit` requests at the very end of every even window
 * (1 ms apart, or closer where that would take more than a tenth of it), then `limit` spread evenly over the next.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function edgePattern(options: EdgePatternOptions = {}): Float64Array {
  const { limit, windowMs, durationMs } = readShapeOptions(options, {
    limit: { ...AMOUNT, default: 100 },
    windowMs: { ...SPAN_MS, default: 60_000 },
    durationMs: { ...SPAN_MS, default: 60 * (options.windowMs ?? 60_000) },
  })
  checkSize((durationMs / windowMs) * limit)
  const burstMs = Math.min(limit, Math.max(1, Math.floor(windowMs / 10)))
  const times: number[] = []
  for (let edge = windowMs; edge - burstMs < durationMs; edge += 2 * windowMs) {
    for (let i = limit; i > 0; i--) times.push(edge - Math.ceil((burstMs * i) / limit))
    for (let i = 0; i < limit; i++) times.push(edge + Math.floor((windowMs * i) / limit))
  }
  return Float64Array.from(times.filter((t) => t < durationMs))
}
