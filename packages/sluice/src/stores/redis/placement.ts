/**
 * Where a key lies: in which shard, in which small hash of it, and under which field. Every process of a fleet must come
 * to the same answer, so nothing here is seeded.
 */

/** Small hashes over all shards. At a million keys each holds about 60, which Redis keeps in one flat list of bytes. */
const BUCKETS = 16_384

/** Redis keeps a hash flat as long as no field is longer than 64 bytes; longer keys get hashes of their own. */
const LONGEST_FLAT_KEY = 60

export interface Placement {
  readonly shard: number
  readonly bucket: string
  readonly field: string
}

/** On a single server there is one shard; on a cluster each is one slot, and with it on one node. */
export function placementOf(key: string, shards: number): Placement {
  const number = hashOf(key) % BUCKETS
  const bucket = key.length > LONGEST_FLAT_KEY ? `L${number}` : String(number)
  return { shard: number % shards, bucket, field: fieldOf(key) }
}

/**
 * Clients send text as UTF-8, which has no form for half of a surrogate pair; such keys are sent escaped, so that none
 * turns into another.
 */
function fieldOf(key: string): string {
  return isWellFormed(key) ? `k${key}` : `j${JSON.stringify(key)}`
}

function isWellFormed(key: string): boolean {
  return !/[\ud800-\udfff]/.test(key) || (key as string & { isWellFormed(): boolean }).isWellFormed()
}

/** FNV-1a over the code units of a key, 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) >>> 0
}
