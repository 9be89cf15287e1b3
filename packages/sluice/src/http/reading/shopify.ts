import type { Reading } from './reading.ts'
import type { ResponseHeaders } from './response-headers.ts'

const NAME = 'x-shopify-shop-api-call-limit'

/** Shopify's `32/40`: how full the bucket is. How fast it empties depends on the plan, and no header says it. */
export function readShopify(headers: ResponseHeaders): Reading | undefined {
  const [, used, size] = /^([0-9]{1,15})\/([0-9]{1,15})$/.exec(headers.get(NAME) ?? '') ?? []
  if (used === undefined) return undefined
  const limit = Number(size)
  const remaining = Math.max(0, limit - Number(used))
  return {
    source: NAME,
    dialect: 'vendor',
    limits: [{ policy: null, limit, remaining, resetAfterMs: null, partitionKey: null }],
    policies: [],
  }
}
