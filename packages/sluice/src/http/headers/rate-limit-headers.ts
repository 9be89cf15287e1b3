import { checkOptions } from '../../limits/options.ts'
import type { HeaderPair } from '../header-input.ts'
import { writersOf, type Dialect } from './dialects.ts'
import type { PolicyDecision } from './policy-decision.ts'

export interface RateLimitWriterOptions {
  /**
   * How to tell it, or several ways at once. Where two of them use one header, as draft-11 and draft-6 do
   * `RateLimit-Policy`, it is that of the first. Default `'draft-11'`.
   */
  readonly dialect?: Dialect | readonly Dialect[]
}

export interface RateLimitHeadersOptions extends RateLimitWriterOptions {
  /** The time of day in milliseconds since 1970, for the dialect `'legacy'`. Default `Date.now()`. */
  readonly now?: number
}

/** Writes headers for one response after another. */
export type RateLimitWriter = (decisions: readonly PolicyDecision[], now?: number) => readonly HeaderPair[]

/**
 * The headers that tell a client where it stands, for responses of every status; each name comes once, also where
 * several limiters have decided. Values are printable ASCII, whatever the keys of clients contain.
 *
 * Drafts are not a standard: draft-11 is draft-ietf-httpapi-ratelimit-headers-11 of May 2026.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for an unknown dialect, or two that need the same header
 * @example
 * const [policy] = rateLimitPolicies([{ name: 'api', limit }])
 * rateLimitHeaders([{ policy, decision: limiter.check('user:81') }])
 * // [['RateLimit-Policy', '"api";q=20;w=4'], ['RateLimit', '"api";r=19;t=1']]
 */
export function rateLimitHeaders(
  decisions: readonly PolicyDecision[],
  options: RateLimitHeadersOptions = {},
): readonly HeaderPair[] {
  const { now, ...writerOptions } = options
  return rateLimitWriter(writerOptions)(decisions, now)
}

/**
 * The same with the dialects checked once, for servers.
 *
 * @throws SluiceError as `rateLimitHeaders`
 */
export function rateLimitWriter(options: RateLimitWriterOptions = {}): RateLimitWriter {
  checkOptions('rateLimitHeaders', options, ['dialect'])
  const { dialect = 'draft-11' } = options
  const writers = writersOf(dialect)
  const [only] = writers
  // One dialect writes no header twice. An empty List has no form in structured fields, so the field is left out.
  if (writers.length === 1 && only !== undefined) {
    return (decisions, now = Date.now()) => only(decisions, now).filter(([, value]) => value !== '')
  }
  return (decisions, now = Date.now()) => {
    const headers: HeaderPair[] = []
    for (const write of writers) {
      for (const header of write(decisions, now)) {
        if (header[1] !== '' && !headers.some(([name]) => name === header[0])) headers.push(header)
      }
    }
    return headers
  }
}
