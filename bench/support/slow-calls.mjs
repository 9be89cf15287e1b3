// Times every call, and tells the slow ones that fell into a garbage collection from the others: no store can prevent
// the former.
import { PerformanceObserver, performance } from 'node:perf_hooks'

const SLOW_MS = 0.5
const BOUNDS_US = [1, 10, 100, 1000, 5000]

export class SlowCalls {
  #collections = []
  #slow = []
  #counts = new Float64Array(BOUNDS_US.length + 1)
  #observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      this.#collections.push([startTime, startTime + duration])
  })

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  time(call) {
    const start = performance.now()
    call()
    const end = performance.now()
    const us = (end - start) * 1000
    let bucket = 0
    while (bucket < BOUNDS_US.length && us > BOUNDS_US[bucket]) bucket++
    this.#counts[bucket]++
    if (end - start > SLOW_MS) this.#slow.push([start, end])
  }

  /** Lets the observer hear of collections; to be awaited now and then. */
  async pause() {
    await new Promise((resolve) => setImmediate(resolve))
  }

  async report() {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const own = this.#slow.filter(
      ([start, end]) => !this.#collections.some(([from, to]) => from < end && to > start),
    )
    return {
      longestMs: longest(this.#slow),
      longestOutsideCollectionsMs: longest(own),
      above5MsOutsideCollections: own.filter(([start, end]) => end - start > 5).length,
      collections: this.#collections.length,
      callsUpToUs: Object.fromEntries(
        [...BOUNDS_US, 'more'].map((bound, index) => [bound, this.#counts[index]]),
      ),
    }
  }
}

function longest(calls) {
  return calls.reduce((most, [start, end]) => Math.max(most, end - start), 0)
}
