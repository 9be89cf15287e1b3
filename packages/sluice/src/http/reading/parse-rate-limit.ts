import type { HeaderInput } from '../header-input.ts'
import { readDraftFields } from './draft-fields.ts'
import { parseHttpDate } from './http-date.ts'
import type { ReadDialect, Reading, ReadLimit, ReadPolicy } from './reading.ts'
import { responseHeaders, type ResetForm } from './response-headers.ts'
import { readRetryAfter, type RetrySource } from './retry-after.ts'
import { readShopify } from './shopify.ts'
import { readStripeReason, type StripeReason } from './stripe.ts'
import { readVendorPairs } from './vendor-pairs.ts'

export interface ParseOptions {
  /**
   * When the response came, in milliseconds since 1970. Times in headers count from the response's `Date` where it has
   * one, so that clocks that differ do no harm. Default `Date.now()`.
   */
  readonly now?: number
  /**
   * What a bare number means where a header gives a reset: `'guess'` (default) takes one from 10^12 on as milliseconds
   * since 1970, one from 10^9 on as seconds since 1970, and a smaller one as a wait in seconds.
   */
  readonly reset?: ResetForm
}

/** What a response says of its sender's limits; `null` and empty where it says nothing. */
export interface ParsedRateLimit {
  /** The wait that the sender asks for, before any limit's own time. */
  readonly retryAfterMs: number | null
  readonly retryAfterSource: RetrySource | null
  /** The limit that is nearest to being used up: its units in all, its units left, and its reset. */
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetAfterMs: number | null
  /** The dialect, limits and policies of the first reading that has limits, else of the first. */
  readonly dialect: ReadDialect | null
  readonly limits: readonly ReadLimit[]
  readonly policies: readonly ReadPolicy[]
  /** Every family of headers that was understood, the one to believe first. */
  readonly readings: readonly Reading[]
  /** Fields of the drafts that were there but broke a rule (they must be ignored then), or came from a cache. */
  readonly ignored: readonly string[]
  /** Which of its limits Stripe says has refused. */
  readonly stripeReason: StripeReason | null
}

/**
 * Reads what a response says of limits, in all dialects that `rateLimitHeaders` writes and in those of GitHub, X,
 * OpenAI, Groq, Azure, Anthropic, Stripe, Envoy, Kong, GitLab, Discord, Linear, Jira and Shopify. Never throws for what a
 * sender has sent: what cannot be understood counts as not there.
 *
 * @example
 * parseRateLimit(response.headers).remaining
 */
export function parseRateLimit(headers: HeaderInput, options: ParseOptions = {}): ParsedRateLimit {
  const { now = Date.now(), reset = 'guess' } = options
  const response = responseHeaders(headers, (date) => parseHttpDate(date ?? '', now) ?? now, reset)
  const isStale = /^[0-9]*[1-9]/.test(response.get('age') ?? '')
  const drafts = readDraftFields(response, isStale)
  const shopify = readShopify(response)
  const vendors = [...readVendorPairs(response), ...(shopify === undefined ? [] : [shopify])]
  const readings = [...drafts.readings, ...(isStale ? [] : vendors)]
  const retryAfter = readRetryAfter(response)
  const first = readings.find((reading) => reading.limits.length > 0) ?? readings[0]
  const limits = first?.limits ?? []
  const nearest = nearestOf(limits)
  return {
    retryAfterMs: retryAfter?.afterMs ?? null,
    retryAfterSource: retryAfter?.source ?? null,
    limit: nearest?.limit ?? null,
    remaining: nearest?.remaining ?? null,
    resetAfterMs: nearest?.resetAfterMs ?? null,
    dialect: first?.dialect ?? null,
    limits,
    policies: first?.policies ?? [],
    readings,
    ignored: drafts.ignored,
    stripeReason: readStripeReason(response),
  }
}

function nearestOf(limits: readonly ReadLimit[]): ReadLimit | undefined {
  return limits.toSorted(
    (one, other) =>
      Math.sign(unitsLeft(one) - unitsLeft(other)) || (other.resetAfterMs ?? 0) - (one.resetAfterMs ?? 0),
  )[0]
}

function unitsLeft({ remaining }: ReadLimit): number {
  return remaining ?? Infinity
}
