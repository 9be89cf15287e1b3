import type { Rate } from '../../limits/rate.ts'
import { checkNumber } from '../check-number.ts'
import { nearestRank } from '../measures/percentile.ts'
import type { BurstNeeds } from './burst-needs.ts'
import { compareRates } from './compare-rates.ts'

/** A token bucket to consider. */
export interface RateAndCapacity {
  readonly rate: Rate
  /** The smallest that does, at this rate; at least 1. */
  readonly capacity: number
}

/** The token buckets that would have refused no request of a share of the clients. */
export interface Suggestion {
  /** Of all clients that sent a request: 0.99 for 99 %. */
  readonly share: number
  /** How many clients that is, rounded up. */
  readonly clients: number
  /** One for each rate, from the slowest. */
  readonly buckets: readonly RateAndCapacity[]
  /** Those of them that no other beats: none of the others has both a rate and a capacity as small. */
  readonly smallest: readonly RateAndCapacity[]
}

/**
 * For each share of the clients, the smallest token buckets that would have refused none of their requests. The
 * clients that are left out are, at each rate, those that would need the largest bucket.
 *
 * @param shares above 0, at most 1. Default 0.99, 0.999 and 1
 * @returns one suggestion a share; no buckets if there were no requests
 * @throws SluiceError `ERR_INVALID_NUMBER` for a share
 */
export function suggest(needs: BurstNeeds, shares: readonly number[] = [0.99, 0.999, 1]): Suggestion[] {
  shares.forEach((share, i) => {
    checkNumber(`shares[${i}]`, share, { min: 1e-6, max: 1, fractions: true })
  })
  const clients = needs.clients()
  const byRate =
    clients.length === 0
      ? []
      : needs.rates.map((rate, i) => ({ rate, capacities: sorted(needs, clients, i) }))
  byRate.sort((a, b) => compareRates(a.rate, b.rate))
  return shares.map((share) => {
    const rank = nearestRank(share, clients.length)
    const buckets = byRate.map(({ rate, capacities }) => ({
      rate,
      capacity: Math.max(1, capacities[rank - 1]!),
    }))
    return { share, clients: rank, buckets, smallest: unbeaten(buckets) }
  })
}

/** What each client needs at one rate, ascending. */
function sorted(needs: BurstNeeds, clients: readonly number[], rateIndex: number): Float64Array {
  return Float64Array.from(clients, (client) => needs.capacity(client, rateIndex)).toSorted()
}

/** From the slowest rate on, a bucket is worth its faster rate only if it is smaller than all before it. */
function unbeaten(buckets: readonly RateAndCapacity[]): RateAndCapacity[] {
  let least = Infinity
  return buckets.filter(({ capacity }) => {
    if (capacity >= least) return false
    least = capacity
    return true
  })
}
