/** Calls back after so many milliseconds, unless the function that it returns is called before. */
export type Sleep = (callback: () => void, delayMs: number) => () => void

declare function setTimeout(callback: () => void, delayMs: number): unknown
declare function clearTimeout(timer: unknown): void

/** The longest delay that runtimes take; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647

export const runtimeSleep: Sleep = (callback, delayMs) => {
  const timer = setTimeout(callback, Math.min(delayMs, LONGEST_MS))
  return () => clearTimeout(timer)
}
