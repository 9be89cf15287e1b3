/**
 * Stops asking a store that fails, so that requests do not wait for it one after the other and it can come back in
 * peace.
 *
 * - Closed: every call passes. It opens when `failures` attempts in a row failed, or when within a second as many
 *   failed and with them at least half of 20 or more calls. Calls that were under way together are one attempt: a lost
 *   connection with a hundred calls on it is one failure, and a store that is gone needs three.
 * - Open: no call passes. The first wait is `openMs`; it doubles up to `maxOpenMs` with every failure since the store
 *   last decided for a whole second. Each wait is drawn evenly from its second half, so the processes of a fleet, which
 *   all saw the store fail at once, ask again at times of their own.
 * - Probing: after the wait one call passes, and no other until it is answered. If it fails, open again.
 * - Recovering: for a second after a probe was answered few calls may be under way, four at first and one more with every
 *   answer, which doubles them each round trip. A failure opens at once, and the next wait is longer than the last.
 *
 * There is no timer: without requests nothing is probed.
 */
import type { Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { FailureTally } from './failure-tally.ts'

/** Learns of the changes that concern others: not of failed probes. */
export interface BreakerObserver {
  opened(fault: SluiceError): void
  /** A probe was answered. */
  recovered(downMs: number): void
  /** The store has served for a whole second since. */
  closed(): void
}

export interface BreakerNumbers {
  readonly failures: number
  readonly openMs: number
  readonly maxOpenMs: number
}

export type BreakerPhase = 'closed' | 'open' | 'probing' | 'recovering'

/** What `enter` gives to a call that must not pass. */
export const NO_PERMIT = 0

const RECOVERING_MS = 1000
const FIRST_UNDER_WAY = 4

export class CircuitBreaker {
  readonly #store: string
  readonly #numbers: BreakerNumbers
  readonly #clock: Clock
  readonly #random: () => number
  readonly #observer: BreakerObserver
  readonly #tally: FailureTally
  #phase: BreakerPhase = 'closed'
  /** Counts attempts that failed and changes of phase. A permit is its value at the start of a call. */
  #moment = 1
  /** Calls with a permit from before belong to an earlier phase and say nothing about this one. */
  #sinceMoment = 1
  #waits = 0
  #downSinceMs = 0
  #probeAtMs = 0
  #recoveredAtMs = 0
  #underWay = 0
  #mostUnderWay = 0
  #refusal: SluiceError | undefined

  constructor(
    store: string,
    numbers: BreakerNumbers,
    clock: Clock,
    random: () => number,
    observer: BreakerObserver,
  ) {
    this.#store = store
    this.#numbers = numbers
    this.#clock = clock
    this.#random = random
    this.#observer = observer
    this.#tally = new FailureTally(numbers.failures)
  }

  get phase(): BreakerPhase {
    return this.#phase
  }

  /** A permit to call the store, or `NO_PERMIT`. Whoever gets one must report how the call ended, with that permit. */
  enter(): number {
    if (this.#phase === 'closed') return this.#moment
    if (this.#phase === 'open' && this.#clock.now() >= this.#probeAtMs) {
      this.#become('probing')
      return this.#moment
    }
    return this.#phase === 'recovering' ? this.#enterRecovering() : NO_PERMIT
  }

  succeeded(permit: number): void {
    if (permit < this.#sinceMoment) return
    if (this.#phase === 'closed') this.#tally.succeeded()
    else if (this.#phase === 'recovering') {
      this.#underWay--
      this.#mostUnderWay++
    } else this.#recover()
  }

  failed(permit: number, fault: SluiceError): void {
    if (permit < this.#sinceMoment) return
    if (this.#phase !== 'closed' || fault.code === 'ERR_STORE_UNSUPPORTED') return this.#open(fault)
    const isNewAttempt = permit === this.#moment
    if (isNewAttempt) this.#moment++
    if (this.#tally.failed(this.#clock.now(), isNewAttempt)) this.#open(fault)
  }

  /** The call never reached the store, so it says nothing about it. */
  abandoned(permit: number): void {
    if (permit < this.#sinceMoment) return
    if (this.#phase === 'probing') this.#become('open')
    else if (this.#phase === 'recovering') this.#underWay--
  }

  /** Milliseconds until a call may pass again, at least 1. */
  waitMs(): number {
    return this.#phase === 'open' ? Math.max(1, this.#probeAtMs - this.#clock.now()) : 1
  }

  /** What a call that must not pass is told: one error for all, made when it opened. */
  refusal(): SluiceError {
    return (this.#refusal ??= this.#refusalBecauseOf(undefined))
  }

  #enterRecovering(): number {
    if (this.#clock.now() - this.#recoveredAtMs >= RECOVERING_MS) {
      this.#phase = 'closed'
      this.#waits = 0
      this.#tally.clear()
      this.#observer.closed()
      return this.#moment
    }
    if (this.#underWay >= this.#mostUnderWay) return NO_PERMIT
    this.#underWay++
    return this.#moment
  }

  #open(fault: SluiceError): void {
    const nowMs = this.#clock.now()
    const wasDown = this.#phase === 'probing'
    const { openMs, maxOpenMs } = this.#numbers
    const longestMs = Math.min(maxOpenMs, openMs * 2 ** this.#waits)
    this.#waits++
    this.#probeAtMs = nowMs + Math.ceil((longestMs * (1 + this.#random())) / 2)
    this.#refusal = this.#refusalBecauseOf(fault)
    this.#become('open')
    if (wasDown) return
    this.#downSinceMs = nowMs
    this.#observer.opened(fault)
  }

  #recover(): void {
    this.#recoveredAtMs = this.#clock.now()
    this.#underWay = 0
    this.#mostUnderWay = FIRST_UNDER_WAY
    this.#become('recovering')
    this.#observer.recovered(this.#recoveredAtMs - this.#downSinceMs)
  }

  #become(phase: BreakerPhase): void {
    this.#phase = phase
    this.#sinceMoment = ++this.#moment
  }

  #refusalBecauseOf(fault: SluiceError | undefined): SluiceError {
    return new SluiceError(
      'ERR_STORE_UNAVAILABLE',
      `${this.#store} has failed and is not asked until it answers a probe.`,
      { field: 'store', value: this.#store, cause: fault },
    )
  }
}
