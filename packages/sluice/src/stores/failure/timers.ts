/** A timer that is running. Runtimes that keep a process alive for timers offer `ref` and `unref`. */
export interface Timer {
  ref?(): unknown
  unref?(): unknown
}

/** What starts timers: the runtime, or a test. */
export interface Timers {
  start(callback: () => void, delayMs: number): Timer
}

declare function setTimeout(callback: () => void, delayMs: number): Timer

/** The longest delay that runtimes take; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647

export const runtimeTimers: Timers = {
  start: (callback, delayMs) => setTimeout(callback, Math.min(delayMs, LONGEST_MS)),
}
