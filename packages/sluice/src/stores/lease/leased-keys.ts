import type { Timer, Timers } from '../failure/timers.ts'
import { LeasedKey, type Leasing } from './leased-key.ts'
import type { Leftover } from './lease-source.ts'

/** Keys that may hold units at the same time. Further ones are checked without a lease. */
const MOST_KEYS = 10_000
/** The first lease of a key brings one request more than the one that asks. */
const FIRST_UNITS = 2
/** How often it is looked for leases that end before the next look, so that what is left is back in time. */
const LOOKS_IN_TTL = 20
const SHORTEST_LOOK_MS = 10
const LONGEST_LOOK_MS = 250
/** How many leases are given up at a time when all are. */
const GIVEN_UP_TOGETHER = 256

/** The keys of a limiter whose units are taken in advance. What they hold is given back when its lease ends. */
export class LeasedKeys {
  readonly #leasing: Leasing
  readonly #timers: Timers
  readonly #lookMs: number
  readonly #keys = new Map<string, LeasedKey>()
  #timer: Timer | undefined

  constructor(leasing: Leasing, timers: Timers) {
    this.#leasing = leasing
    this.#timers = timers
    const lookMs = Math.ceil(leasing.ttlMs / LOOKS_IN_TTL)
    this.#lookMs = Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, lookMs))
  }

  get isFull(): boolean {
    return this.#keys.size >= MOST_KEYS
  }

  get(key: string): LeasedKey | undefined {
    return this.#keys.get(key)
  }

  begin(key: string): LeasedKey {
    const leased = new LeasedKey(key, FIRST_UNITS, this.#leasing)
    this.#keys.set(key, leased)
    if (this.#timer === undefined) this.#timer = this.#startTimer()
    return leased
  }

  /** Gives up what is held of a key. It is sent at once, so it is carried out before what is sent next. */
  release(key: string): void {
    this.#giveUpLater(key, this.#keys.get(key)?.release())
  }

  /** The same for a key that is changed by what is sent next, also for what a lease under way will bring. */
  drop(key: string): void {
    this.#giveUpLater(key, this.#keys.get(key)?.drop())
  }

  /** Gives up everything that is held. */
  async dropAll(): Promise<void> {
    const held: [string, Leftover][] = []
    for (const [key, leased] of this.#keys) {
      const leftover = leased.drop()
      if (leftover !== undefined) held.push([key, leftover])
    }
    this.#keys.clear()
    for (let from = 0; from < held.length; from += GIVEN_UP_TOGETHER) {
      const some = held.slice(from, from + GIVEN_UP_TOGETHER)
      // More at a time would wait for each other until they are too old to be sent.
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(some.map(([key, leftover]) => this.#giveUp(key, leftover)))
    }
  }

  #startTimer(): Timer {
    const timer = this.#timers.start(this.#look, this.#lookMs)
    timer.unref?.()
    return timer
  }

  /** Gives back what is left of leases that end, and forgets keys that are not used any more. */
  readonly #look = (): void => {
    this.#timer = undefined
    for (const [key, leased] of this.#keys) {
      this.#giveUpLater(key, leased.dropEnding(this.#lookMs))
      if (leased.isIdle) this.#keys.delete(key)
    }
    if (this.#keys.size > 0) this.#timer = this.#startTimer()
  }

  #giveUpLater(key: string, left: Leftover | undefined): void {
    if (left !== undefined) void this.#giveUp(key, left)
  }

  /** What cannot be given back lapses by itself. */
  async #giveUp(key: string, left: Leftover): Promise<void> {
    const { ask, source, nextTurn } = this.#leasing
    await ask(() => source.giveUp(key, left, nextTurn())).catch(() => {})
  }
}
