import { labels, OTHER, type LabelName } from './labels.ts'

/** One line of a metric: the values of its labels, in their order, and what has been counted. */
export interface Series {
  readonly values: readonly string[]
  value: number
}

/** All series whose first values are the same, by their next one. */
interface Branch {
  readonly next: Map<string, Branch>
  series?: Series
}

/** The series of one metric, of a bounded number whatever is asked for. */
export class SeriesTable {
  readonly #labels: readonly LabelName[]
  readonly #maxSeries: number
  readonly #root: Branch = { next: new Map() }
  readonly #series: Series[] = []

  constructor(labelNames: readonly LabelName[], maxSeries: number) {
    this.#labels = labelNames
    this.#maxSeries = maxSeries
  }

  /**
   * The series with these values. Once there are `maxSeries`, names that come new are all counted as one, `other`; only
   * their words are still told apart.
   */
  at(values: readonly string[]): Series {
    const found = this.#find(values)
    if (found !== undefined) return found
    const known = values.map((value, index) => (this.#isUnknownWord(value, index) ? OTHER : value))
    const asked = this.#find(known)
    if (asked !== undefined) return asked
    if (this.#series.length < this.#maxSeries) return this.#make(known)
    const folded = known.map((value, index) => (this.#wordsOf(index) === undefined ? OTHER : value))
    return this.#find(folded) ?? this.#make(folded)
  }

  all(): readonly Series[] {
    return this.#series
  }

  #find(values: readonly string[]): Series | undefined {
    let branch: Branch | undefined = this.#root
    for (const value of values) {
      branch = branch.next.get(value)
      if (branch === undefined) return undefined
    }
    return branch.series
  }

  #make(values: readonly string[]): Series {
    let branch = this.#root
    for (const value of values) {
      const next: Branch = branch.next.get(value) ?? { next: new Map() }
      branch.next.set(value, next)
      branch = next
    }
    const series = { values, value: 0 }
    branch.series = series
    this.#series.push(series)
    return series
  }

  #wordsOf(index: number): readonly string[] | undefined {
    return labels[this.#labels[index] as LabelName].words
  }

  #isUnknownWord(value: string, index: number): boolean {
    return this.#wordsOf(index)?.includes(value) === false
  }
}
