export interface Passed {
  readonly atMs: number
  readonly cost: number
  /** The latest time that the clock had shown by then, if it has stepped back since. Default: `atMs`. */
  readonly shownMs?: number
}

/** By how much any stretch [from one request, to another], both included, passes more than it may; at most 0 if none does. */
export function busiestExcess(passed: readonly Passed[], mostWithin: (lengthMs: number) => number): number {
  let excess = -Infinity
  for (const [index, first] of passed.entries()) {
    let units = 0
    for (const { atMs, cost, shownMs = atMs } of passed.slice(index)) {
      units += cost
      excess = Math.max(excess, units - mostWithin(shownMs - first.atMs))
    }
  }
  return excess
}
