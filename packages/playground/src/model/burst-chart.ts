import { parseRate, type RateOfUnits } from 'sluice'
import { BurstNeeds, busiestWindow, chooseRates, suggest } from 'sluice/simulate'

/** The requests of one client, sorted by time. */
export interface ClientRequests {
  readonly times: Float64Array
  /** What each costs; 1 each if left out. */
  readonly costs?: Float64Array
}

/** How large a bucket must be at each rate, so that a share of the clients is never refused. */
export interface BurstChart {
  /** From the slowest. */
  readonly rates: readonly ChartRate[]
  /** One for each share, in the order asked for. */
  readonly curves: readonly BurstCurve[]
}

export interface ChartRate extends RateOfUnits {
  /** As it is written: `'5/s'`. */
  readonly text: string
}

export interface BurstCurve {
  /** 0.99 for 99 %. */
  readonly share: number
  /** How many clients that is. */
  readonly clients: number
  /** The smallest capacity at each rate, in the order of `rates`. */
  readonly bursts: readonly number[]
}

const SECOND_MS = 1000

/**
 * The chart of all clients from 0 to `clients` - 1; empty if they sent nothing.
 *
 * @param shares above 0, at most 1
 * @throws SluiceError `ERR_INVALID_NUMBER` for a share; `ERR_NUMBER_TOO_LARGE` where costs are too large to be exact
 */
export function burstChart(
  clients: number,
  requestsOf: (client: number) => ClientRequests,
  shares: readonly number[] = [0.9, 0.99, 1],
): BurstChart {
  const needs = new BurstNeeds(ratesFor(clients, requestsOf))
  for (let client = 0; client < clients; client++) {
    const { times, costs } = requestsOf(client)
    for (let i = 0; i < times.length; i++) needs.add(client, times[i]!, costs?.[i] ?? 1)
  }
  const suggestions = suggest(needs, shares)
  const rates = suggestions[0]?.buckets.map(({ rate }) => rate as string) ?? []
  return {
    rates: rates.map((text) => ({ text, ...parseRate('rate', text) })),
    curves: suggestions.map(({ share, clients: count, buckets }) => ({
      share,
      clients: count,
      bursts: buckets.map(({ capacity }) => capacity),
    })),
  }
}

/**
 * From the mean rate of the client that sent most, below which bursts only grow with the length of the log, to the
 * busiest second of any client, above which they shrink no more.
 */
function ratesFor(clients: number, requestsOf: (client: number) => ClientRequests): readonly string[] {
  let most = 1
  let busiest = 1
  let firstMs = Infinity
  let lastMs = -Infinity
  for (let client = 0; client < clients; client++) {
    const { times, costs } = requestsOf(client)
    if (times.length === 0) continue
    firstMs = Math.min(firstMs, times[0]!)
    lastMs = Math.max(lastMs, times.at(-1)!)
    most = Math.max(most, costs?.reduce((sum, cost) => sum + cost, 0) ?? times.length)
    busiest = Math.max(busiest, busiestWindow(times, SECOND_MS, costs).count)
  }
  return chooseRates(
    { amount: most, periodMs: Math.max(SECOND_MS, lastMs - firstMs) },
    { amount: busiest, periodMs: SECOND_MS },
  )
}
