/**
 * Bounds how long calls may take, all by the same time. Since the oldest call is always the next one due, they wait in
 * one queue with one timer, and a call that is answered in time starts and stops no timer of its own.
 */
import type { Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import type { Timer, Timers } from './timers.ts'

/** Learns how calls end. `permit` is the number that the call was run with. */
export interface DeadlineObserver {
  answered(permit: number): void
  /** Returns what the caller gets to see. */
  failed(permit: number, fault: unknown): unknown
}

interface PendingCall {
  readonly permit: number
  readonly dueMs: number
  readonly reject: (fault: unknown) => void
  isOver: boolean
  next: PendingCall | undefined
}

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
  readonly #observer: DeadlineObserver
  #oldest: PendingCall | undefined
  #newest: PendingCall | undefined
  #pending = 0
  #timer: Timer | undefined
  #isSecondLook = false

  constructor(store: string, deadlineMs: number, clock: Clock, timers: Timers, observer: DeadlineObserver) {
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
    return new Promise<T>((resolve, reject) => {
      const call = this.#add(permit, reject)
      answer.then(
        (value) => {
          if (!this.#end(call)) return
          this.#observer.answered(permit)
          resolve(value)
        },
        (fault: unknown) => {
          if (this.#end(call)) reject(this.#observer.failed(permit, fault))
        },
      )
    })
  }

  #add(permit: number, reject: (fault: unknown) => void): PendingCall {
    const dueMs = this.#clock.now() + this.#deadlineMs
    const call: PendingCall = { permit, dueMs, reject, isOver: false, next: undefined }
    if (this.#newest === undefined) this.#oldest = call
    else this.#newest.next = call
    this.#newest = call
    this.#pending++
    if (this.#timer === undefined) this.#timer = this.#timers.start(this.#fired, this.#deadlineMs)
    // A promise that somebody awaits must keep the process alive until it is settled; an idle timer must not.
    else if (this.#pending === 1) this.#timer.ref?.()
    return call
  }

  /** Takes a call off the queue; false if it was over already. */
  #end(call: PendingCall): boolean {
    if (call.isOver) return false
    call.isOver = true
    if (--this.#pending === 0) this.#timer?.unref?.()
    while (this.#oldest?.isOver === true) this.#oldest = this.#oldest.next
    if (this.#oldest === undefined) this.#newest = undefined
    return true
  }

  /** Left running when its call is answered, and looks then which call is the oldest. */
  readonly #fired = (): void => {
    this.#timer = undefined
    if (this.#oldest === undefined) return
    const nowMs = this.#clock.now()
    this.#isSecondLook = !this.#isSecondLook && nowMs - this.#oldest.dueMs >= STALLED_MS
    if (!this.#isSecondLook) this.#expire(nowMs)
    const oldest = this.#oldest as PendingCall | undefined
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
    while (this.#oldest !== undefined && this.#oldest.dueMs <= nowMs) {
      const call: PendingCall = this.#oldest
      this.#end(call)
      call.reject(this.#observer.failed(call.permit, fault))
    }
  }
}
