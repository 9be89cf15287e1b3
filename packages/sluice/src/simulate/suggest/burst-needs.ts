/**
 * How large a token bucket each client would need so that none of its requests is refused, for several rates, in
 * one pass over the requests and in flat typed arrays.
 *
 * A bucket that refuses nothing is short of full by a deficit that does not depend on its size: a request adds its
 * cost, and time takes the rate off, down to 0. The bucket must be as large as the largest deficit ever was. That is
 * the client's arrival curve (R. L. Cruz, "A calculus for network delay", IEEE Trans. Inf. Theory 37(1), 1991) at
 * this rate: the smallest b for which any stretch of T holds at most b + rate * T.
 *
 * Deficits are whole numbers of parts of a unit, so the answer is exact for every rate.
 */
import { MAX_EXACT, scaleRate } from '../../algorithms/scale.ts'
import { SluiceError } from '../../errors.ts'
import { parseRate, type Rate } from '../../limits/rate.ts'
import { shown } from '../../limits/options.ts'
import { checkNumber } from '../check-number.ts'

const MOST_CLIENTS = 2 ** 26

export class BurstNeeds {
  /** The rates, as they were given. */
  readonly rates: readonly Rate[]
  /** By rate, in lowest terms: the parts that it takes off a deficit every millisecond, and the parts of a unit. */
  readonly #perMs: Float64Array
  readonly #units: Float64Array
  /** By client; -Infinity for one that sent nothing. */
  #lastMs: Float64Array = new Float64Array(64).fill(-Infinity)
  /** By client and rate: the deficit after the last request, and the largest so far. */
  #deficits: Float64Array

  /**
   * @throws SluiceError `ERR_INVALID_OPTION` if there are no rates; `ERR_INVALID_RATE`, or `ERR_INVALID_NUMBER` for a
   * member of a rate in object form
   */
  constructor(rates: readonly Rate[]) {
    if (rates.length === 0) {
      throw new SluiceError('ERR_INVALID_OPTION', 'rates must hold at least one rate; found none.', {
        field: 'rates',
      })
    }
    this.rates = [...rates]
    const scaled = rates.map((rate, i) => {
      const { amount, periodMs } = parseRate(`rates[${i}]`, rate)
      return scaleRate(amount, periodMs)
    })
    this.#perMs = Float64Array.from(scaled, ({ perMs }) => perMs)
    this.#units = Float64Array.from(scaled, ({ unit }) => unit)
    this.#deficits = new Float64Array(64 * 2 * rates.length)
  }

  /**
   * Takes a request into account. Memory is 16 bytes a client and rate.
   *
   * @param client a whole number from 0 to 2^26; memory grows with the largest
   * @param timeMs not below the last time of this client
   * @param cost a whole number from 0
   * @throws SluiceError `ERR_INVALID_TRAFFIC` if the client's time steps back; `ERR_NUMBER_TOO_LARGE` if a deficit
   * reaches 2^53 parts
   */
  add(client: number, timeMs: number, cost: number): void {
    if (client >= this.#lastMs.length) this.#grow(client)
    const elapsedMs = timeMs - this.#lastMs[client]!
    if (!(elapsedMs >= 0)) throw stepBack(client, timeMs, this.#lastMs[client]!)
    this.#lastMs[client] = timeMs
    const perMs = this.#perMs
    const units = this.#units
    const deficits = this.#deficits
    const first = client * 2 * units.length
    for (let i = 0; i < units.length; i++) {
      const at = first + 2 * i
      const left = deficits[at]! - elapsedMs * perMs[i]!
      const deficit = (left > 0 ? left : 0) + cost * units[i]!
      deficits[at] = deficit
      if (deficit > deficits[at + 1]!) deficits[at + 1] = checkExact(deficit, client)
    }
  }

  /** The clients that sent a request, ascending. */
  clients(): number[] {
    const seen: number[] = []
    this.#lastMs.forEach((lastMs, client) => {
      if (lastMs > -Infinity) seen.push(client)
    })
    return seen
  }

  /**
   * The smallest capacity of a token bucket with rate `rates[rateIndex]` that refuses no request of the client; one
   * unit less would refuse at least one. 0 if it sent nothing.
   *
   * @throws SluiceError `ERR_INVALID_NUMBER` if there is no such rate
   */
  capacity(client: number, rateIndex: number): number {
    checkNumber('rateIndex', rateIndex, { min: 0, max: this.rates.length - 1 })
    const unit = this.#units[rateIndex]!
    const most = this.#deficits[2 * (client * this.rates.length + rateIndex) + 1] ?? 0
    const rest = most % unit
    return (most - rest) / unit + (rest > 0 ? 1 : 0)
  }

  #grow(client: number): void {
    const size = Math.max(
      2 * this.#lastMs.length,
      checkNumber('client', client, { min: 0, max: MOST_CLIENTS }) + 1,
    )
    const lastMs = new Float64Array(size).fill(-Infinity)
    lastMs.set(this.#lastMs)
    this.#lastMs = lastMs
    const deficits = new Float64Array(size * 2 * this.rates.length)
    deficits.set(this.#deficits)
    this.#deficits = deficits
  }
}

function stepBack(client: number, timeMs: number, lastMs: number): SluiceError {
  const message = `the times of a client must not step back, but client ${client} has ${shown(timeMs)} after ${lastMs}`
  return new SluiceError('ERR_INVALID_TRAFFIC', message, { field: 'timeMs', value: timeMs })
}

function checkExact(deficit: number, client: number): number {
  if (deficit <= MAX_EXACT) return deficit
  const message =
    `client ${client} would need a bucket too large to be computed exactly; ` +
    'count costs in larger units, or leave out the slowest rates'
  throw new SluiceError('ERR_NUMBER_TOO_LARGE', message, { field: 'cost', value: deficit })
}
