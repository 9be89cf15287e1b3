import { Glob } from './glob.ts'

/**
 * Patterns of segments, as of a path or of a host: `*` stands for any characters of one segment, `**` for any number of
 * whole segments, none too. As between two stars, the leftmost place is as good as any other between two `**`.
 */
export class SegmentsGlob {
  readonly #first: readonly Glob[]
  /** The runs of segments between two `**`. */
  readonly #middle: readonly (readonly Glob[])[]
  /** The run after the last `**`; `undefined` without one. */
  readonly #last: readonly Glob[] | undefined

  constructor(segments: readonly string[]) {
    const runs: Glob[][] = [[]]
    for (const segment of segments) {
      if (segment === '**') runs.push([])
      else runs.at(-1)?.push(new Glob(segment))
    }
    const [first = [], ...others] = runs
    this.#first = first
    this.#last = others.pop()
    this.#middle = others
  }

  matches(segments: readonly string[]): boolean {
    const last = this.#last
    if (last === undefined) return segments.length === this.#first.length && isAt(this.#first, segments, 0)
    const end = segments.length - last.length
    let at = this.#first.length
    if (end < at || !isAt(this.#first, segments, 0) || !isAt(last, segments, end)) return false
    for (const run of this.#middle) {
      while (at + run.length <= end && !isAt(run, segments, at)) at++
      at += run.length
      if (at > end) return false
    }
    return true
  }
}

function isAt(run: readonly Glob[], segments: readonly string[], at: number): boolean {
  return run.every((glob, index) => {
    const segment = segments[at + index]
    return segment !== undefined && glob.matches(segment)
  })
}
