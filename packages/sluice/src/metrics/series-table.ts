import { labels, OTHER, type LabelName } from './labels.ts'

/** One line of a metric: the values of its labels, in their order, and what has been counted. */
export interface Series {
  readonly values: readonly string[]
  value: number
}

/** The series of one metric, of a bounded number whatever is asked for. */
export class SeriesTable {
  readonly #labels: readonly LabelName[]
  readonly #maxSeries: number
  readonly #series = new Map<string, Series>()

  constructor(labelNames: readonly LabelName[], maxSeries: number) {
    this.#labels = labelNames
    this.#maxSeries = maxSeries
  }

  /**
   * The series with these values. Once there are `maxSeries`, names that come new are all counted as one, `other`; only
   * their words are still told apart.
   */
  at(values: readonly string[]): Series {
    const known = this.#labels.map((label, index) => knownWord(label, values[index] as string))
    const found = this.#series.get(keyOf(known))
    if (found !== undefined) return found
    if (this.#series.size < this.#maxSeries) return this.#make(known)
    const folded = known.map((value, index) => (isName(this.#labels[index] as LabelName) ? OTHER : value))
    return this.#series.get(keyOf(folded)) ?? this.#make(folded)
  }

  all(): readonly Series[] {
    return [...this.#series.values()]
  }

  #make(values: readonly string[]): Series {
    const series = { values, value: 0 }
    this.#series.set(keyOf(values), series)
    return series
  }
}

function isName(label: LabelName): boolean {
  return labels[label].words === undefined
}

function knownWord(label: LabelName, value: string): string {
  const { words } = labels[label]
  return words === undefined || words.includes(value) ? value : OTHER
}

/** Names of limits may hold any character, so none can separate the values. */
function keyOf(values: readonly string[]): string {
  return JSON.stringify(values)
}
