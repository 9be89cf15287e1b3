import { boundaryBurst, lessonTrace, poisson, steady } from 'sluice/simulate'

/** Traffic that is told in a few numbers, and comes out the same every time. It begins at `atMs`, or later. */
export type Recipe = {
  /** Whole milliseconds. */
  readonly atMs: number
  /** Units that each request costs. */
  readonly cost: number
} & (
  | { readonly kind: 'burst'; readonly count: number }
  /** Evenly spaced, the first at once. */
  | { readonly kind: 'steady'; readonly perSecond: number; readonly forMs: number }
  /** Half of the requests just before an edge of a window, half from it on: the first edge that leaves room before it. */
  | { readonly kind: 'boundary'; readonly count: number; readonly windowMs: number }
  /** Requests that know nothing of each other. */
  | { readonly kind: 'poisson'; readonly perSecond: number; readonly forMs: number; readonly seed: number }
  /** The twenty seconds on which the lessons compare the algorithms. */
  | { readonly kind: 'lesson' }
)

export function oneRequest(atMs: number, cost: number = 1): Recipe {
  return burstOf(1, atMs, cost)
}

export function burstOf(count: number, atMs: number, cost: number = 1): Recipe {
  return { kind: 'burst', atMs, cost, count }
}

export function everyFor(perSecond: number, forMs: number, atMs: number, cost: number = 1): Recipe {
  return { kind: 'steady', atMs, cost, perSecond, forMs }
}

export function boundaryOf(windowMs: number, atMs: number, cost: number = 1, count: number = 10): Recipe {
  return { kind: 'boundary', atMs, cost, count, windowMs }
}

export function poissonOf(
  perSecond: number,
  forMs: number,
  seed: number,
  atMs: number,
  cost: number = 1,
): Recipe {
  return { kind: 'poisson', atMs, cost, perSecond, forMs, seed }
}

export function lessonOf(atMs: number, cost: number = 1): Recipe {
  return { kind: 'lesson', atMs, cost }
}

/**
 * When the requests come: whole milliseconds, sorted.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER` or `ERR_INVALID_TRAFFIC` as the traffic shapes of `sluice/simulate`
 */
export function timesOf(recipe: Recipe): Float64Array {
  const { atMs } = recipe
  switch (recipe.kind) {
    case 'burst':
      return new Float64Array(recipe.count).fill(atMs)
    case 'steady':
      return steady({ ratePerSecond: recipe.perSecond, durationMs: recipe.forMs }).map((t) => atMs + t)
    case 'boundary':
      return boundaryTimes(recipe.count, recipe.windowMs, atMs)
    case 'poisson':
      return poisson({
        ratePerSecond: recipe.perSecond,
        durationMs: recipe.forMs,
        seed: recipe.seed,
      }).map((t) => atMs + t)
    case 'lesson':
      return lessonTrace().map((t) => atMs + t)
  }
}

/** An odd count has its last request after the edge. */
function boundaryTimes(count: number, windowMs: number, atMs: number): Float64Array {
  const times = boundaryBurst({ count: Math.ceil(count / 2), windowMs })
  const leadMs = windowMs - times[0]!
  const edgeMs = Math.ceil((atMs + leadMs) / windowMs) * windowMs
  return times.slice(times.length - count).map((t) => edgeMs - windowMs + t)
}
