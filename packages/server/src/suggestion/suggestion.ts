import type { Rate } from 'sluice'
import { BurstNeeds, BusiestWindows, chooseRates, suggest, type RequestList } from 'sluice/simulate'

/** What `sluice suggest` works out from the requests of a log. */
export interface BurstSuggestion {
  /** The rates that were looked at, from the slowest. */
  readonly rates: readonly string[]
  /** For each share of the clients, the buckets that would have refused none of their requests. */
  readonly suggestions: readonly ShareSuggestion[]
  /** The clients that need the largest bursts, the neediest first. */
  readonly neediest: readonly ClientNeed[]
}

export interface ShareSuggestion {
  /** 0.99 for 99 %. */
  readonly share: number
  /** How many clients that is. */
  readonly clients: number
  /** The smallest burst at each rate, in the order of `rates`. */
  readonly bursts: readonly number[]
  /** The pairs that no other pair beats in both numbers. */
  readonly smallest: readonly RateAndBurst[]
}

interface RateAndBurst {
  readonly rate: string
  readonly burst: number
}

/** The arrival curve of one client. */
interface ClientNeed {
  readonly client: string
  /** The smallest burst at each rate that would have refused none of its requests, in the order of `rates`. */
  readonly bursts: readonly number[]
}

export interface SuggestOptions {
  /** The rates to look at. Default: chosen from the log. */
  readonly rates?: readonly string[]
  readonly shares: readonly number[]
  /** How many of the neediest clients are named. */
  readonly top: number
}

/**
 * The smallest bursts for a range of rates, from the requests themselves.
 *
 * @throws SluiceError for a rate or share that is none, and where a burst could not be computed exactly
 */
export function suggestBursts(
  requests: RequestList,
  clientName: (client: number) => string,
  { rates, shares, top }: SuggestOptions,
): BurstSuggestion {
  const needs = new BurstNeeds(rates ?? ratesOf(requests))
  requests.letOut(({ times, clients, costs, from, to }) => {
    for (let i = from; i < to; i++) needs.add(clients[i]!, times[i]!, costs[i]!)
  })
  const suggestions = suggest(needs, shares)
  const ordered = suggestions[0]?.buckets.map(({ rate }) => needs.rates.indexOf(rate)) ?? []
  return {
    rates: ordered.map((index) => rateText(needs.rates[index]!)),
    suggestions: suggestions.map(({ share, clients, buckets, smallest }) => ({
      share,
      clients,
      bursts: buckets.map(({ capacity }) => capacity),
      smallest: smallest.map(({ rate, capacity }) => ({ rate: rateText(rate), burst: capacity })),
    })),
    neediest: neediestOf(needs, ordered, top).map((client) => ({
      client: clientName(client),
      bursts: ordered.map((index) => needs.capacity(client, index)),
    })),
  }
}

/** A rate as it is written. */
function rateText(rate: Rate): string {
  return typeof rate === 'string' ? rate : `${rate.amount}/${rate.periodMs}ms`
}

/** Those that need most at the first of these rates, of equal ones at the next. */
function neediestOf(needs: BurstNeeds, rateIndices: readonly number[], top: number): number[] {
  const more = (a: number, b: number) => {
    for (const index of rateIndices) {
      const difference = needs.capacity(b, index) - needs.capacity(a, index)
      if (difference !== 0) return difference
    }
    return a - b
  }
  return needs.clients().toSorted(more).slice(0, top)
}

/**
 * From the mean rate of the client that sent most, below which bursts only grow with the length of the log, to the
 * busiest second of any client, above which they shrink no more.
 */
function ratesOf(requests: RequestList): string[] {
  const units = new Map<number, number>()
  const seconds = new BusiestWindows(1000)
  let firstMs = Infinity
  let lastMs = -Infinity
  requests.letOut(({ times, clients, costs, from, to }) => {
    firstMs = Math.min(firstMs, times[from]!)
    lastMs = times[to - 1]!
    for (let i = from; i < to; i++) {
      units.set(clients[i]!, (units.get(clients[i]!) ?? 0) + costs[i]!)
      seconds.add(clients[i]!, times[i]!, costs[i]!)
    }
  })
  const most = [...units.values()].reduce((a, b) => Math.max(a, b), 1)
  const spanMs = Math.max(1000, lastMs - firstMs)
  return chooseRates(
    { amount: most, periodMs: spanMs },
    { amount: Math.max(1, seconds.busiest()?.count ?? 0), periodMs: 1000 },
  )
}
