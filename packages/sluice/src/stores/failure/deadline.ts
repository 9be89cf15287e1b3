/**
 * Bounds how long calls may take, all by the same time. Since the oldest call is always the next one due, they wait in
 * one queue with one timer, and a call that is answered in time starts and stops no timer of its own.
 */
import type { Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { promised, type Asker } from '../asker.ts'
import { PendingCall, type CallObserver } from './pending-call.ts'
import type { Timer, Timers } from './timers.ts'

/**
 * A timer that fires this late says that the process itself stood still. Answers may then lie unread, so they get one
 * turn of the event loop before the store is blamed.
 */
const STALLED_MS = 5

export class Deadline {
  readonly #store: string
  readonly #deadlineMs: number
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #observer: CallObserver
  #oldest: PendingCall<unknown> | undefined
  #newest: PendingCall<unknown> | undefined
  #pending = 0
  #timer: Timer | undefined
  #isSecondLook = false

  constructor(store: string, deadlineMs: number, clock: Clock, timers: Timers, observer: CallObserver) {
    this.#store = store
    this.#deadlineMs = deadlineMs
    this.#clock = clock
    this.#timers = timers
    this.#observer = observer
  }

  /** Calls that wait for an answer. */
  get pending(): number {
    return this.#pending
  }

  /** The answer if it comes in time, else a rejection with `ERR_STORE_TIMEOUT`; what comes later is dropped. */
  run<T>(permit: number, answer: Promise<T>): Promise<T> {
    return promised((asker) => {
      const call = this.watch(permit, asker)
      answer.then(
        (value) => call.answered(value),
        (fault: unknown) => call.failed(fault),
      )
    })
  }

  /** The same for an answer that is told: to the call that this returns, which tells the asker. */
  watch<T>(permit: number, asker: Asker<T>): Asker<T> {
    const dueMs = this.#clock.now() + this.#deadlineMs
    const call = new PendingCall<T>(permit, dueMs, asker, this.#observer, this.#ended)
    if (this.#newest === undefined) this.#oldest = call
    else this.#newest.next = call
    this.#newest = call
    this.#pending++
    if (this.#timer === undefined) this.#timer = this.#timers.start(this.#fired, this.#deadlineMs)
    // A promise that somebody awaits must keep the process alive until it is settled; an idle timer must not.
    else if (this.#pending === 1) this.#timer.ref?.()
    return call
  }

  /** Takes calls that are over off the queue. */
  readonly #ended = (): void => {
    if (--this.#pending === 0) this.#timer?.unref?.()
    while (this.#oldest?.isOver === true) this.#oldest = this.#oldest.next
    if (this.#oldest === undefined) this.#newest = undefined
  }

  /** Left running when its call is answered, and looks then which call is the oldest. */
  readonly #fired = (): void => {
    this.#timer = undefined
    if (this.#oldest === undefined) return
    const nowMs = this.#clock.now()
    this.#isSecondLook = !this.#isSecondLook && nowMs - this.#oldest.dueMs >= STALLED_MS
    if (!this.#isSecondLook) this.#expire(nowMs)
    const oldest = this.#oldest as PendingCall<unknown> | undefined
    if (oldest === undefined || this.#timer !== undefined) return
    this.#timer = this.#timers.start(this.#fired, Math.max(1, oldest.dueMs - nowMs))
  }

  #expire(nowMs: number): void {
    if (this.#oldest === undefined || this.#oldest.dueMs > nowMs) return
    // One error for all of them: to make one takes longer than to answer many calls.
    const fault = new SluiceError(
      'ERR_STORE_TIMEOUT',
      `${this.#store} gave no answer within ${this.#deadlineMs} ms.`,
      { field: 'store', value: this.#store },
    )
    while (this.#oldest !== undefined && this.#oldest.dueMs <= nowMs) this.#oldest.failed(fault)
  }
}
