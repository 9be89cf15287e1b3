import { SluiceError } from '../errors.ts'
import { parseDuration, type Duration } from '../limits/duration.ts'
import { checkCount, checkOptions } from '../limits/options.ts'
import type { BindOptions, NamedLimit, Store } from '../stores/store.ts'

export interface LeaseOptions {
  /** The most units that a process holds of one key. A whole number of at least 1. */
  readonly units: number
  /** For how long it may spend them, such as `'10s'`. What a process that crashes holds lapses after it. */
  readonly ttl: Duration
}

/** What of the other options leases must go with. */
interface Company {
  readonly store: Store
  readonly limits: readonly NamedLimit[]
  readonly countRefused: boolean
}

/**
 * The terms by which units are taken in advance, if they are.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`, `ERR_INVALID_DURATION`
 */
export function leaseOption(
  lease: LeaseOptions | undefined,
  { store, limits, countRefused }: Company,
): Pick<BindOptions, 'lease'> {
  if (lease === undefined) return {}
  checkOptions('lease', lease, ['units', 'ttl'])
  const units = checkCount('lease.units', lease.units)
  const ttlMs = parseDuration('lease.ttl', lease.ttl)
  if (store.mode === 'sync')
    throw refused(lease, 'a store in memory, which has no round trip to save', 'leave it out')
  if (countRefused)
    throw refused(lease, 'countRefused, which must see every refusal', 'leave one of the two out')
  if (limits.some(({ limit }) => limit.algorithm.name === 'leaky-bucket')) {
    const why = 'a leaky bucket, whose requests leave at times that cannot be handed out in advance'
    throw refused(lease, why, 'take a token bucket')
  }
  return { lease: { units, ttlMs } }
}

function refused(lease: LeaseOptions, what: string, remedy: string): SluiceError {
  return new SluiceError('ERR_INVALID_OPTION', `lease does not go with ${what}; ${remedy}.`, {
    field: 'lease',
    value: lease,
  })
}
