import { timesOf, type Recipe } from './recipe.ts'
import { checkCost, checkTime } from './request-checks.ts'
import { sortedRequests, type SortedRequests } from './sorted-requests.ts'

/** The requests of one client, sorted by time, in flat arrays; those of the same time in the order they were added. */
export class Traffic {
  #times: Float64Array<ArrayBuffer> = new Float64Array(64)
  #costs: Float64Array<ArrayBuffer> = new Float64Array(64)
  #size: number = 0
  #recipes: Recipe[] = []
  /** Where each change fell that was not behind all requests: what was decided from there on holds no longer. */
  readonly #changes: number[] = []

  get size(): number {
    return this.#size
  }

  /** Arrival times in whole milliseconds: a view, to be asked for again after a change. */
  get times(): Float64Array<ArrayBuffer> {
    return this.#times.subarray(0, this.#size)
  }

  /** What each request costs: a view, as `times` is. */
  get costs(): Float64Array<ArrayBuffer> {
    return this.#costs.subarray(0, this.#size)
  }

  /** How often something changed before the end. See {@link firstChange}. */
  get revision(): number {
    return this.#changes.length
  }

  /** The first request that is no longer what it was at that revision; Infinity if all are. */
  firstChange(revision: number): number {
    let first = Infinity
    for (let i = revision; i < this.#changes.length; i++) first = Math.min(first, this.#changes[i]!)
    return first
  }

  /** Requests that arrive at `nowMs` or before. */
  countUpTo(nowMs: number): number {
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#times[middle]! <= nowMs) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Adds one request. A fraction of a millisecond is cut.
   *
   * @throws SluiceError `ERR_INVALID_TRAFFIC` for a time outside 1970 to 2070 or a cost that is no whole number from 0
   */
  add(atMs: number, cost: number = 1): void {
    const time = checkTime(Math.floor(atMs))
    checkCost(cost)
    const at = this.countUpTo(time)
    if (at < this.#size) this.#changes.push(at)
    this.#reserve(1)
    this.#times.copyWithin(at + 1, at, this.#size)
    this.#costs.copyWithin(at + 1, at, this.#size)
    this.#times[at] = time
    this.#costs[at] = cost
    this.#size += 1
  }

  /**
   * Adds many requests, in any order; those of the same time in the order given.
   *
   * @param costs what each of them costs, or what all of them do
   * @throws SluiceError `ERR_INVALID_TRAFFIC` as `add` does; nothing has then been added
   */
  addAll(times: ArrayLike<number>, costs: ArrayLike<number> | number = 1): void {
    if (times.length === 0) return
    const added = sortedRequests(times, costs)
    const at = this.countUpTo(added.times[0]!)
    if (at < this.#size) this.#changes.push(at)
    this.#reserve(times.length)
    this.#mergeFromBehind(added)
  }

  /**
   * Adds the requests of a recipe, and remembers it: a link to the picture then needs no times.
   *
   * @throws SluiceError as `timesOf` and `add` do; nothing has then been added
   */
  play(recipe: Recipe): void {
    this.addAll(timesOf(recipe), recipe.cost)
    this.#recipes.push(recipe)
  }

  /** The recipes that were played, in their order. */
  get recipes(): readonly Recipe[] {
    return this.#recipes
  }

  clear(): void {
    this.#recipes = []
    if (this.#size > 0) this.#changes.push(0)
    this.#size = 0
  }

  /** Requests that are here already go before new ones of the same time. */
  #mergeFromBehind(added: SortedRequests): void {
    let old = this.#size - 1
    let to = this.#size + added.times.length - 1
    for (let i = added.times.length - 1; i >= 0; i--) {
      for (; old >= 0 && this.#times[old]! > added.times[i]!; old--, to--) {
        this.#times[to] = this.#times[old]!
        this.#costs[to] = this.#costs[old]!
      }
      this.#times[to] = added.times[i]!
      this.#costs[to] = added.costs[i]!
      to -= 1
    }
    this.#size += added.times.length
  }

  #reserve(more: number): void {
    const needed = this.#size + more
    if (needed <= this.#times.length) return
    const length = Math.max(needed, 2 * this.#times.length)
    this.#times = grown(this.#times, length)
    this.#costs = grown(this.#costs, length)
  }
}

function grown(column: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length)
  longer.set(column)
  return longer
}
