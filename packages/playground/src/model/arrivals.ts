import { PythonRandom } from 'sluice/simulate'

/** Requests that go on for as long as the page runs, made as time passes: evenly spaced, or at random. */
export class Arrivals {
  readonly #perMs: number
  readonly #random: PythonRandom | undefined
  #nextMs: number

  /**
   * @param perSecond the mean rate; a fraction is fine
   * @param fromMs the first one comes then, or a random gap later
   * @param seed of a Poisson process; evenly spaced without it
   * @throws SluiceError `ERR_INVALID_NUMBER` for a seed that is no whole number
   */
  constructor(perSecond: number, fromMs: number, seed?: number) {
    this.#perMs = perSecond / 1000
    this.#random = seed === undefined ? undefined : new PythonRandom(seed)
    this.#nextMs = fromMs + (this.#random?.expovariate(this.#perMs) ?? 0)
  }

  /** The arrivals since the last call, up to and at `nowMs`: whole milliseconds, sorted. */
  takeUntil(nowMs: number): number[] {
    const times: number[] = []
    if (this.#perMs <= 0) return times
    while (Math.floor(this.#nextMs) <= nowMs) {
      times.push(Math.floor(this.#nextMs))
      this.#nextMs += this.#random?.expovariate(this.#perMs) ?? 1 / this.#perMs
    }
    return times
  }
}
