// Times every call, and tells what a slow one spent waiting for a processor that another program had (Linux counts
// that for each thread) and which ones fell into a garbage collection.
import { readFileSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'

const SLOW_MS = 0.5
const BOUNDS_US = [1, 10, 100, 1000, 5000]
/** Waiting is read once in so many calls, so that hardly any of an earlier wait is put down to a slow call. */
const CALLS_A_READING = 1000

/** How long this thread has waited for a processor in all; 0 where the system does not tell. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

export class SlowCalls {
  #collections = []
  #slow = []
  #calls = 0
  #waitedMs = 0
  #counts = new Float64Array(BOUNDS_US.length + 1)
  #observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      this.#collections.push([startTime, startTime + duration])
  })

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  time(call) {
    if (this.#calls++ % CALLS_A_READING === 0) this.#waitedMs = waitedMs()
    const start = performance.now()
    call()
    const end = performance.now()
    const us = (end - start) * 1000
    let bucket = 0
    while (bucket < BOUNDS_US.length && us > BOUNDS_US[bucket]) bucket++
    this.#counts[bucket]++
    if (end - start > SLOW_MS) this.#noteSlow(start, end)
  }

  #noteSlow(start, end) {
    const before = this.#waitedMs
    this.#waitedMs = waitedMs()
    const waited = Math.min(end - start, this.#waitedMs - before)
    this.#slow.push({ start, end, ownMs: end - start - waited })
  }

  /** Lets the observer hear of collections; to be awaited now and then. */
  async pause() {
    await new Promise((resolve) => setImmediate(resolve))
  }

  async report() {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const outside = this.#slow.filter(
      ({ start, end }) => !this.#collections.some(([from, to]) => from < end && to > start),
    )
    const own = this.#slow.map(({ ownMs }) => ownMs)
    return {
      longestMs: Math.max(0, ...this.#slow.map(({ start, end }) => end - start)),
      longestWithoutWaitingMs: Math.max(0, ...own),
      above5MsWithoutWaiting: own.filter((ms) => ms > 5).length,
      longestOutsideCollectionsMs: Math.max(0, ...outside.map(({ ownMs }) => ownMs)),
      collections: this.#collections.length,
      callsUpToUs: Object.fromEntries(
        [...BOUNDS_US, 'more'].map((bound, index) => [bound, this.#counts[index]]),
      ),
    }
  }
}
