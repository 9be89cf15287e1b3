/** More steps than this are no longer seen in a plot. */
const MOST_STEPS = 300

/** Lengths of a step, each a multiple of the one before, so that counts can be put together. */
const stepsMs = [1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_419_200, 31_449_600].map(
  (s) => s * 1000,
)

/** Allowed and refused requests of one line of a plot, by step. */
export interface LaneCounts {
  readonly allowed: readonly number[]
  readonly refused: readonly number[]
}

/**
 * Counts allowed and refused requests over time for several lanes, such as one for each algorithm, while a log of
 * unknown length streams by: a step is a second at first, and grows where the log turns out to be long.
 */
export class TimelineCounts {
  readonly #lanes: number
  #level = 0
  #first = Infinity
  #last = -Infinity
  /** By the number of a step since the epoch: for each lane, allowed and refused. */
  #steps = new Map<number, Float64Array>()

  constructor(lanes: number) {
    this.#lanes = lanes
  }

  /** How long a step is. */
  get stepMs(): number {
    return stepsMs[this.#level]!
  }

  /** Where the first step starts; 0 if nothing was counted. */
  get fromMs(): number {
    return this.#first === Infinity ? 0 : this.#first * this.stepMs
  }

  count(timeMs: number, lane: number, isAllowed: boolean): void {
    const step = Math.floor(timeMs / this.stepMs)
    this.#first = Math.min(this.#first, step)
    this.#last = Math.max(this.#last, step)
    while (this.#last - this.#first >= MOST_STEPS && this.#level < stepsMs.length - 1) this.#coarsen()
    const counts = this.#at(Math.floor(timeMs / this.stepMs))
    counts[2 * lane + (isAllowed ? 0 : 1)]! += 1
  }

  lane(lane: number): LaneCounts {
    const length = this.#first === Infinity ? 0 : this.#last - this.#first + 1
    const column = (offset: number) =>
      Array.from({ length }, (_, i) => this.#steps.get(this.#first + i)?.[2 * lane + offset] ?? 0)
    return { allowed: column(0), refused: column(1) }
  }

  #at(step: number): Float64Array {
    const counts = this.#steps.get(step) ?? new Float64Array(2 * this.#lanes)
    this.#steps.set(step, counts)
    return counts
  }

  #coarsen(): void {
    const before = this.#steps
    const shorterMs = this.stepMs
    this.#level += 1
    this.#steps = new Map()
    const moved = (step: number) => Math.floor((step * shorterMs) / this.stepMs)
    for (const [step, counts] of before) {
      const sum = this.#at(moved(step))
      for (const [i, count] of counts.entries()) sum[i]! += count
    }
    this.#first = moved(this.#first)
    this.#last = moved(this.#last)
  }
}
