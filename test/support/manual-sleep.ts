/** Waits that end when the test says so. */
import type { Sleep } from '../../packages/sluice/src/http/engine/sleep.ts'

export interface ManualSleep {
  readonly sleep: Sleep
  /** The delays that are running, in milliseconds. */
  readonly running: () => readonly number[]
  /** Ends every wait that is running. */
  readonly wake: () => void
}

export function manualSleep(): ManualSleep {
  const waits = new Set<{ readonly callback: () => void; readonly delayMs: number }>()
  return {
    sleep: (callback, delayMs) => {
      const wait = { callback, delayMs }
      waits.add(wait)
      return () => waits.delete(wait)
    },
    running: () => [...waits].map(({ delayMs }) => delayMs),
    wake: () => {
      const due = [...waits]
      waits.clear()
      for (const { callback } of due) callback()
    },
  }
}
