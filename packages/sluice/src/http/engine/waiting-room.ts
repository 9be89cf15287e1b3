import type { Sleep } from './sleep.ts'

/** A request that is held back. */
export interface Wait {
  /** True when its time has come, false if it has left before. */
  readonly over: Promise<boolean>
  /** Ends the wait now; does nothing once it is over. */
  leave(): void
}

/** How late a timer may be before its request is taken for gone, and how often that is looked at. */
const LATE_MS = 1000

declare const performance: { now(): number }

/**
 * Where requests wait, at most so many at the same time. A place is free again when its wait is over, however it ends:
 * Workers drop a request whose client has left together with its timer, and tell nobody.
 */
export class WaitingRoom {
  readonly #most: number
  readonly #sleep: Sleep
  readonly #nowMs: () => number
  readonly #places = new Set<Place>()
  #lookedAtMs = -Infinity

  /** `nowMs` tells a time that never runs back. */
  constructor(most: number, sleep: Sleep, nowMs: () => number = () => performance.now()) {
    this.#most = most
    this.#sleep = sleep
    this.#nowMs = nowMs
  }

  /** `undefined` if there is no place. */
  enter(delayMs: number): Wait | undefined {
    const nowMs = this.#nowMs()
    if (this.#places.size >= this.#most) this.#forgetOverdue(nowMs)
    if (this.#places.size >= this.#most) return undefined
    const place = new Place(this.#sleep, delayMs, nowMs + delayMs, this.#places)
    this.#places.add(place)
    return place
  }

  /** Whoever is late and comes nevertheless goes on as ever. */
  #forgetOverdue(nowMs: number): void {
    if (nowMs - this.#lookedAtMs < LATE_MS) return
    this.#lookedAtMs = nowMs
    for (const place of this.#places) if (nowMs - place.dueMs >= LATE_MS) this.#places.delete(place)
  }
}

class Place implements Wait {
  readonly over: Promise<boolean>
  readonly dueMs: number
  readonly #places: Set<Place>
  readonly #stop: () => void
  #resolve: ((isDue: boolean) => void) | undefined

  constructor(sleep: Sleep, delayMs: number, dueMs: number, places: Set<Place>) {
    this.dueMs = dueMs
    this.#places = places
    this.over = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#stop = sleep(() => this.#end(true), delayMs)
  }

  leave(): void {
    this.#stop()
    this.#end(false)
  }

  #end(isDue: boolean): void {
    const resolve = this.#resolve
    if (resolve === undefined) return
    this.#resolve = undefined
    this.#places.delete(this)
    resolve(isDue)
  }
}
