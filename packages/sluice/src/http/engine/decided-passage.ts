import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { all, andThen, isPending, type Awaitable } from './awaitable.ts'
import type { Charge } from './charge.ts'
import { giveAllBack } from './decide-together.ts'
import type { Passage } from './passage.ts'
import type { Wait } from './waiting-room.ts'

export interface PassageParts<R> {
  readonly request: R
  readonly charges: readonly Charge<R>[]
  readonly headers: () => readonly HeaderPair[]
  readonly onError: (error: unknown) => void
  readonly refusal?: Problem
  readonly delayMs?: number
  readonly wait?: Wait
}

/** The passage of a request that rules have decided. */
export class DecidedPassage<R> implements Passage {
  readonly action: Passage['action']
  readonly refusal: Problem | undefined
  readonly delayMs: number
  readonly follows: Passage['follows']
  readonly headers: () => readonly HeaderPair[]
  readonly #parts: PassageParts<R>
  #isWaiting: boolean
  #isOver = false

  constructor(parts: PassageParts<R>) {
    const { refusal, wait } = parts
    this.#parts = parts
    this.#isWaiting = wait !== undefined
    this.action = refusal === undefined ? (wait === undefined ? 'pass' : 'delay') : 'refuse'
    this.refusal = refusal
    this.delayMs = parts.delayMs ?? 0
    this.follows = refusal === undefined ? followsOf(parts.charges) : 'nothing'
    this.headers = parts.headers
  }

  async wait(): Promise<boolean> {
    const isDue = (await this.#parts.wait?.over) ?? true
    this.#isWaiting = false
    return isDue && !this.#isOver
  }

  finished(status: number): Awaitable<void> {
    return this.#end(() => this.#finish(status))
  }

  aborted(): Awaitable<void> {
    return this.#isWaiting ? this.cancel() : this.#end(() => this.#finish(undefined))
  }

  cancel(): Awaitable<void> {
    this.#parts.wait?.leave()
    return this.#end(() => giveAllBack(this.#parts.charges))
  }

  #finish(status: number | undefined): Awaitable<void> {
    const { charges, request } = this.#parts
    const ends = charges.map((charge) => charge.finish(request, status))
    return andThen(all(ends), () => undefined)
  }

  /** Whatever fails now fails after the response, where nobody could catch it. */
  #end(end: () => Awaitable<void>): Awaitable<void> {
    if (this.#isOver) return undefined
    this.#isOver = true
    const { onError } = this.#parts
    try {
      const ended = end()
      return isPending(ended) ? ended.then(undefined, onError) : undefined
    } catch (error) {
      return onError(error)
    }
  }
}

function followsOf<R>(charges: readonly Charge<R>[]): Passage['follows'] {
  if (charges.some(({ rule }) => rule.settle !== undefined)) return 'end'
  return charges.some(({ rule }) => !rule.countsAll) ? 'status' : 'nothing'
}
