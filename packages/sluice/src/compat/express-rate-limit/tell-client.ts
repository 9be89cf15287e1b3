import type { ExpressRequest, ExpressResponse } from './express-types.ts'
import {
  resetSeconds,
  setDraft6Headers,
  setDraft7Headers,
  setDraft8Headers,
  setLegacyHeaders,
} from './headers.ts'
import type { Count } from './meter.ts'
import { noResetTime, unknownDraft } from './option-checks.ts'
import type { RateLimitInfo } from './options.ts'
import type { Settings } from './settings.ts'

/** Tells a client how it stands, in the headers that are wanted. Nothing is told once the response has begun. */
export async function setHeaders(
  request: ExpressRequest,
  response: ExpressResponse,
  info: RateLimitInfo,
  { legacyHeaders, standardHeaders, identifier, windowMs, checks }: Settings,
): Promise<void> {
  if (response.headersSent) return
  if (legacyHeaders) setLegacyHeaders(response, info)
  if (standardHeaders === 'draft-6') return setDraft6Headers(response, info, windowMs)
  if (standardHeaders === 'draft-7') {
    checks.once('headersResetTime', () => noResetTime(info.resetTime))
    return setDraft7Headers(response, info, windowMs)
  }
  if (standardHeaders === 'draft-8') {
    const name = typeof identifier === 'function' ? await identifier(request, response) : identifier
    checks.once('headersResetTime', () => noResetTime(info.resetTime))
    if (!response.headersSent) setDraft8Headers(response, info, windowMs, name)
  } else if (standardHeaders) checks.once('headersDraftVersion', () => unknownDraft(standardHeaders))
}

/** Tells a refused client when to come back, if it is told anything. */
export async function setRetryAfter(
  request: ExpressRequest,
  response: ExpressResponse,
  info: RateLimitInfo,
  { verdict }: Count,
  { legacyHeaders, standardHeaders, retryAfter, windowMs }: Settings,
): Promise<void> {
  if (!legacyHeaders && !standardHeaders) return
  const own = typeof retryAfter === 'function' ? await retryAfter(request, response) : retryAfter
  const decided = verdict === undefined ? undefined : secondsOf(verdict.retryAfterMs)
  const seconds = own ?? decided ?? resetSeconds(info, windowMs)
  if (!response.headersSent) response.setHeader('Retry-After', String(seconds))
}

function secondsOf(retryAfterMs: number): number | undefined {
  return Number.isFinite(retryAfterMs) ? Math.ceil(retryAfterMs / 1000) : undefined
}
