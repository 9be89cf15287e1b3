import type { ParsedRateLimit } from './parse-rate-limit.ts'
import type { ReadingSource } from './reading.ts'
import type { RetrySource } from './retry-after.ts'

/** How long a client should wait before its next request, and by which header. */
export interface Pace {
  /** Milliseconds, before any jitter or ceiling of the client's own; `null` if it must find a wait by itself. */
  readonly waitMs: number | null
  readonly source: RetrySource | ReadingSource | null
}

export interface PaceOptions {
  /** The status of the response. One that refuses although units are left leaves the wait to the client. */
  readonly status?: number
}

/** Statuses with which services refuse for too many requests, or for too much load. */
const refusals: ReadonlySet<number> = new Set([403, 429, 503, 529])

/**
 * The wait that a response asks for: that of `Retry-After`, which goes before everything else, or the longest reset
 * among limits that are used up, or none while units are left.
 */
export function paceFrom(parsed: ParsedRateLimit, options: PaceOptions = {}): Pace {
  if (parsed.retryAfterMs !== null) return { waitMs: parsed.retryAfterMs, source: parsed.retryAfterSource }
  const refused = options.status !== undefined && refusals.has(options.status)
  for (const { source, limits } of parsed.readings) {
    const known = limits.filter(({ remaining }) => remaining !== null)
    const used = known.filter(({ remaining }) => remaining === 0)
    const resets = used.map(({ resetAfterMs }) => resetAfterMs).filter((ms) => ms !== null)
    if (resets.length > 0) return { waitMs: Math.max(...resets), source }
    if (known.length > 0 && used.length === 0 && !refused) return { waitMs: 0, source }
  }
  return { waitMs: null, source: null }
}
