/** The headers that express-rate-limit sends, in its own spellings. `sluice/http` has those of the published drafts. */
import { sha256 } from '../../http/headers/sha-256.ts'
import { toBase64 } from '../../http/structured-fields/base64.ts'
import type { ExpressResponse } from './express-types.ts'
import type { RateLimitInfo } from './options.ts'

declare class TextEncoder {
  encode(text: string): Uint8Array
}

const PARTITION_DIGITS = 12

export function setLegacyHeaders(
  response: ExpressResponse,
  { limit, remaining, resetTime }: RateLimitInfo,
): void {
  response.setHeader('X-RateLimit-Limit', limit.toString())
  response.setHeader('X-RateLimit-Remaining', String(remaining))
  if (!(resetTime instanceof Date)) return
  // So that clients whose clock is wrong can tell how far off the reset is.
  response.setHeader('Date', new Date().toUTCString())
  response.setHeader('X-RateLimit-Reset', String(Math.ceil(resetTime.getTime() / 1000)))
}

export function setDraft6Headers(response: ExpressResponse, info: RateLimitInfo, windowMs: number): void {
  response.setHeader('RateLimit-Policy', policyOf(info, windowMs))
  response.setHeader('RateLimit-Limit', info.limit.toString())
  response.setHeader('RateLimit-Remaining', String(info.remaining))
  response.setHeader('RateLimit-Reset', String(resetSeconds(info, windowMs)))
}

export function setDraft7Headers(response: ExpressResponse, info: RateLimitInfo, windowMs: number): void {
  const reset = resetSeconds(info, windowMs)
  response.setHeader('RateLimit-Policy', policyOf(info, windowMs))
  response.setHeader('RateLimit', `limit=${info.limit}, remaining=${info.remaining}, reset=${reset}`)
}

export function setDraft8Headers(
  response: ExpressResponse,
  info: RateLimitInfo,
  windowMs: number,
  name: string,
): void {
  const { limit, remaining, key } = info
  response.append('RateLimit', `"${name}"; r=${remaining}; t=${resetSeconds(info, windowMs)}`)
  response.append(
    'RateLimit-Policy',
    `"${name}"; q=${limit}; w=${seconds(windowMs)}; pk=:${partitionKey(key)}:`,
  )
}

/** Seconds until the window ends; a whole window if the store does not say. */
export function resetSeconds({ resetTime }: RateLimitInfo, windowMs: number): number {
  return resetTime ? Math.max(0, seconds(resetTime.getTime() - Date.now())) : seconds(windowMs)
}

function policyOf({ limit }: RateLimitInfo, windowMs: number): string {
  return `${limit};w=${seconds(windowMs)}`
}

/** The text of the first digits of a hash: it tells clients apart without naming them. */
function partitionKey(key: string): string {
  const encoder = new TextEncoder()
  const digits = Array.from(sha256(encoder.encode(key)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return toBase64(encoder.encode(digits.slice(0, PARTITION_DIGITS)))
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
