import { AMOUNT, checkSize, readShapeOptions, SPAN_MS } from './shape-options.ts'

/** Options of {@link boundaryBurst}. */
export interface BoundaryBurstOptions {
  /** Requests on each side of the edge. */
  readonly count: number
  readonly windowMs: number
  /** How long before the edge they start, and how long after it they end; 1 to `windowMs`. Default: a tenth of it. */
  readonly spreadMs?: number
  /** How many edges get a burst: every second one, so that each burst meets fresh windows. Default 1. */
  readonly edges?: number
}

/**
 * The burst that shows the weak spot of fixed windows: `count` requests just before the edge of a window, and
 * `count` from the edge on. The first edge is at `windowMs`. Ten requests and 1,000 ms give the lesson's 900, 910 …
 * 990 and 1000, 1010 … 1090.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function boundaryBurst(options: BoundaryBurstOptions): Float64Array {
  const { count, windowMs, edges, spreadMs } = readShapeOptions(options, {
    count: AMOUNT,
    windowMs: SPAN_MS,
    edges: { ...AMOUNT, default: 1 },
    spreadMs: {
      min: 1,
      max: options.windowMs,
      default: Math.max(1, Math.floor(options.windowMs / 10)),
    },
  })
  checkSize(2 * count * edges)
  const times = new Float64Array(2 * count * edges)
  let at = 0
  for (let edge = 0; edge < edges; edge++) {
    const edgeMs = (2 * edge + 1) * windowMs
    for (let i = count; i > 0; i--) times[at++] = edgeMs - Math.ceil((spreadMs * i) / count)
    for (let i = 0; i < count; i++) times[at++] = edgeMs + Math.floor((spreadMs * i) / count)
  }
  return times
}
