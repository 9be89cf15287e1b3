import type { ResponseHeaders } from './response-headers.ts'

const reasons = [
  'global-rate',
  'endpoint-rate',
  'global-concurrency',
  'endpoint-concurrency',
  'resource-specific',
] as const

/** Which of Stripe's limits refused. It says no time. */
export type StripeReason = (typeof reasons)[number]

export function readStripeReason(headers: ResponseHeaders): StripeReason | null {
  const text = headers.get('stripe-rate-limited-reason')
  return reasons.find((reason) => reason === text) ?? null
}
