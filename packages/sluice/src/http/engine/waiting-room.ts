import type { Sleep } from './sleep.ts'

/** A request that is held back. */
export interface Wait {
  /** True when its time has come, false if it has left before. */
  readonly over: Promise<boolean>
  /** Ends the wait now; does nothing once it is over. */
  leave(): void
}

/** Where requests wait, at most so many at the same time. A place is free again when its wait is over, however it ends. */
export class WaitingRoom {
  readonly #most: number
  readonly #sleep: Sleep
  #waiting = 0

  constructor(most: number, sleep: Sleep) {
    this.#most = most
    this.#sleep = sleep
  }

  /** `undefined` if there is no place. */
  enter(delayMs: number): Wait | undefined {
    if (this.#waiting >= this.#most) return undefined
    this.#waiting++
    return new Place(this.#sleep, delayMs, () => {
      this.#waiting--
    })
  }
}

class Place implements Wait {
  readonly over: Promise<boolean>
  readonly #free: () => void
  readonly #stop: () => void
  #resolve: ((isDue: boolean) => void) | undefined

  constructor(sleep: Sleep, delayMs: number, free: () => void) {
    this.#free = free
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
    this.#free()
    resolve(isDue)
  }
}
