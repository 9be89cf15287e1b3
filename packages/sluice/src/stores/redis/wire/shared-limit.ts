import { fixedWindowAlgorithm, type FixedWindowRule } from '../../../algorithms/fixed-window/fixed-window.ts'
import type { Limit } from '../../../limits/limit.ts'
import { generationMs } from './generation.ts'
import { twinArgs } from './rule-args.ts'

const NUMBERS = 6

/** A limit as it is kept in Redis: under a name, with the arguments that tell the script its rule. */
export class SharedLimit {
  readonly limit: Limit
  readonly #name: string
  readonly #flags: string
  readonly #spanMs: number
  #args: readonly string[] | undefined
  /** Until when the arguments hold: for ever, except for the windows of a calendar. */
  #untilMs = -Infinity
  #fromMs = Infinity

  /** `isLeased` says that units are taken in advance, `spanMs` how long a generation of its keys lasts. */
  constructor(name: string, limit: Limit, isLeased: boolean, spanMs: number = generationMs(limit)) {
    this.limit = limit
    this.#name = name
    this.#spanMs = spanMs
    this.#flags = isLeased ? 'leased' : generationMs(limit) > spanMs ? 'outlasts' : ''
  }

  /** Whether every request under it needs more than a plain check does. */
  get isPlain(): boolean {
    return this.#flags === ''
  }

  /** The same keys under another limit of the same algorithm. */
  under(limit: Limit): SharedLimit {
    return new SharedLimit(this.#name, limit, this.#flags === 'leased', this.#spanMs)
  }

  args(nowMs: number): readonly string[] {
    if (this.#args === undefined || nowMs < this.#fromMs || nowMs >= this.#untilMs) this.#argsAt(nowMs)
    return this.#args as readonly string[]
  }

  /** The end of the calendar window in which units were taken; the script knows all others itself. */
  takenEnd(takenAtMs: number | undefined): string {
    if (takenAtMs === undefined || this.limit.algorithm.name !== fixedWindowAlgorithm.name) return ''
    const { windowMs, windowAt } = this.limit.rule as FixedWindowRule
    return windowMs === undefined ? String(windowAt(takenAtMs).endMs) : ''
  }

  #argsAt(nowMs: number): void {
    const { twin, numbers } = twinArgs(this.limit, nowMs)
    const padded = Array.from({ length: NUMBERS }, (_, index) => String(numbers[index] ?? ''))
    this.#args = [this.#name, twin, String(this.#spanMs), this.#flags, ...padded]
    const [, , , startMs = -Infinity, endMs = Infinity] = numbers
    this.#fromMs = Number(startMs)
    this.#untilMs = Number(endMs)
  }
}
