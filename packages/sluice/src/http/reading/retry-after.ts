import { parseHttpDate } from './http-date.ts'
import { bounded } from './reset-time.ts'
import type { ResponseHeaders } from './response-headers.ts'

/** The header that named a wait. */
export type RetrySource = 'retry-after-ms' | 'x-ms-retry-after-ms' | 'retry-after'

export interface RetryAfter {
  readonly source: RetrySource
  readonly afterMs: number
}

/**
 * The wait that a sender asks for: in milliseconds where it gives them, else by `Retry-After` (RFC 9110, section 10.2.3).
 * Fractions are tolerated; what cannot be read counts as not there.
 */
export function readRetryAfter(headers: ResponseHeaders): RetryAfter | undefined {
  for (const source of ['retry-after-ms', 'x-ms-retry-after-ms'] as const) {
    const ms = unsignedNumber(headers.get(source))
    if (ms !== undefined) return { source, afterMs: bounded(ms) }
  }
  const text = headers.get('retry-after')
  const seconds = unsignedNumber(text)
  if (seconds !== undefined) return { source: 'retry-after', afterMs: bounded(seconds * 1000) }
  const dateMs = text === undefined ? undefined : parseHttpDate(text, headers.nowMs)
  return dateMs === undefined
    ? undefined
    : { source: 'retry-after', afterMs: bounded(dateMs - headers.nowMs) }
}

function unsignedNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : undefined
}
