/**
 * Where a key lies: in which shard, in which small hash of it, and under which field. Every process of a fleet must come
 * to the same answer, so nothing here is seeded.
 */

/** Small hashes over all shards. At a million keys each holds about 60, which Redis keeps in one flat list of bytes. */
const BUCKETS = 16_384

/** Redis keeps a hash flat as long as no field is longer than 64 bytes; longer keys get hashes of their own. */
const LONGEST_FLAT_KEY = 60

/** The names of hashes, those for longer keys last; `HASH_NAME` in the script says how long they are. */
const HASH_NAMES: readonly string[] = Array.from({ length: 2 * BUCKETS }, (_, number) =>
  number.toString(36).padStart(3, '0'),
)

export interface Placement {
  readonly shard: number
  /** The name of the hash and then the key, as one text: that is one argument, not two, for every key. */
  readonly field: string
}

/** On a single server there is one shard; on a cluster each is one slot, and with it on one node. */
export function placementOf(key: string, shards: number): Placement {
  const number = hashOf(key) % BUCKETS
  const name = HASH_NAMES[key.length > LONGEST_FLAT_KEY ? BUCKETS + number : number] as string
  return { shard: number % shards, field: name + escaped(key) }
}

/**
 * Clients send text as UTF-8, which has no form for half of a surrogate pair; such keys are sent escaped, so that none
 * turns into another.
 */
function escaped(key: string): string {
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
