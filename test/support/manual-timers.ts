/** Timers that fire when a manual clock is moved on, so that tests of deadlines never wait. */
import { manualClock, type Clock } from '../../packages/sluice/src/clock.ts'
import type { Timers } from '../../packages/sluice/src/stores/failure/timers.ts'

export interface ManualTimers extends Timers {
  readonly clock: Clock
  /** Timers that have been started so far, and those that are running. */
  started(): number
  running(): number
  /** Running timers that keep a process alive. */
  holding(): number
  /** Moves the time on, millisecond by millisecond, fires what is due, and lets promises that are settled be seen. */
  advance(ms: number): Promise<void>
  /** Moves the time on at once, as for a process that stood still, and then fires what is due. */
  stall(ms: number): Promise<void>
}

interface Running {
  readonly callback: () => void
  readonly dueMs: number
  holds: boolean
}

export function manualTimers(startMs = 1_780_000_000_000): ManualTimers {
  const clock = manualClock(startMs)
  let running: Running[] = []
  let started = 0

  async function fireDue(): Promise<void> {
    const due = running.filter(({ dueMs }) => dueMs <= clock.now())
    running = running.filter((timer) => !due.includes(timer))
    for (const { callback } of due) callback()
    await settled()
  }

  return {
    clock,
    started: () => started,
    running: () => running.length,
    holding: () => running.filter(({ holds }) => holds).length,
    start(callback, delayMs) {
      started++
      const timer: Running = { callback, dueMs: clock.now() + delayMs, holds: true }
      running.push(timer)
      return {
        ref: () => (timer.holds = true),
        unref: () => (timer.holds = false),
      }
    },
    async advance(ms) {
      await settled()
      for (let passed = 0; passed < ms; passed++) {
        clock.advance(1)
        await fireDue()
      }
    },
    async stall(ms) {
      clock.advance(ms)
      await fireDue()
    },
  }
}

/** Waits until no settled promise is left whose followers have not run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
