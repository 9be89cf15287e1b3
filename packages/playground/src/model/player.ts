import type { Traffic } from './traffic.ts'

/** The speeds that the page offers. */
export const speeds: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 5, 20]

/**
 * Where the page stands in time. It asks no clock: whoever draws a frame says how much time has passed.
 *
 * A place is a time and how many requests are shown, so that requests of one millisecond can be stepped through too.
 */
export class Player {
  speed: number = 1
  readonly #traffic: Traffic
  #nowMs: number
  /** How many requests have been stepped to, at this very time; undefined for all of them. */
  #stepped: number | undefined
  #isPaused: boolean = false

  constructor(traffic: Traffic, fromMs: number = 0) {
    this.#traffic = traffic
    this.#nowMs = fromMs
  }

  /** The time that is shown, with its fraction. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** How many requests have come by now. */
  get shown(): number {
    return this.#stepped ?? this.#traffic.countUpTo(this.#nowMs)
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  play(): void {
    this.#isPaused = false
  }

  pause(): void {
    this.#isPaused = true
  }

  /** Real time has passed; nothing happens while paused. */
  advance(realMs: number): void {
    if (this.#isPaused || realMs <= 0) return
    this.scrubTo(this.#nowMs + realMs * this.speed)
  }

  /** Goes to a time; all requests that came by then are shown. */
  scrubTo(nowMs: number): void {
    this.#nowMs = Math.max(0, nowMs)
    this.#stepped = undefined
  }

  /** Pauses and shows one request more. False if there is none. */
  stepForward(): boolean {
    const { shown } = this
    if (shown >= this.#traffic.size) return false
    this.#stepTo(shown + 1)
    return true
  }

  /** Pauses and shows one request less, at the time of the one before. False if none is shown. */
  stepBack(): boolean {
    const { shown } = this
    if (shown === 0) return false
    this.#stepTo(shown - 1)
    return true
  }

  /** Goes to a place that another player had. */
  moveTo(nowMs: number, shown: number): void {
    this.scrubTo(nowMs)
    if (shown !== this.shown) this.#stepped = Math.min(Math.max(0, shown), this.shown)
  }

  #stepTo(shown: number): void {
    this.#isPaused = true
    this.#nowMs = this.#traffic.times[Math.max(0, shown - 1)] ?? this.#nowMs
    this.#stepped = shown
  }
}
