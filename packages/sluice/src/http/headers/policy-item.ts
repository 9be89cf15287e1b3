import { writeBytes, writeString } from '../structured-fields/write.ts'
import { DEFAULT_UNIT, DEFAULT_UNIT_IN_REGISTRY, policyLetters } from './letters.ts'
import type { RateLimitPolicy } from './rate-limit-policy.ts'

/** A policy as an item of the List `RateLimit-Policy`: `"api";q=20;w=4`. */
export function policyItem(policy: Omit<RateLimitPolicy, 'writtenItem'>): string {
  const { writtenName, quota, unit, windowSeconds, partitionKey } = policy
  const { quota: q, unit: qu, window: w, partitionKey: pk } = policyLetters
  let item = `${writtenName};${q}=${quota}`
  if (unit !== DEFAULT_UNIT && unit !== DEFAULT_UNIT_IN_REGISTRY) item += `;${qu}=${writeString(unit)}`
  if (windowSeconds !== undefined) item += `;${w}=${windowSeconds}`
  if (partitionKey !== undefined) item += `;${pk}=${writeBytes(partitionKey)}`
  return item
}
