import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { all, andThen, isPending, type Awaitable } from './awaitable.ts'
import type { Charge } from './charge.ts'
import { giveAllBack } from './decide-together.ts'
import type { Passage } from './passage.ts'
import type { Wait } from './waiting-room.ts'

/** What passages need of the engine that makes them. */
export interface PassageHost<R> {
  headersFor(request: R): readonly HeaderPair[]
  /** Takes errors that nobody else could catch. */
  failedLate(error: unknown, request: R): void
}

/** How a request that was decided goes on: refused, delayed, or neither. */
export interface Course {
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
  readonly #host: PassageHost<R>
  readonly #request: R
  readonly #charges: readonly Charge<R>[]
  readonly #wait: Wait | undefined
  #isWaiting: boolean
  #isOver = false

  constructor(host: PassageHost<R>, request: R, charges: readonly Charge<R>[], course: Course) {
    const { refusal, delayMs = 0, wait } = course
    this.#host = host
    this.#request = request
    this.#charges = charges
    this.#wait = wait
    this.#isWaiting = wait !== undefined
    this.action = refusal === undefined ? (wait === undefined ? 'pass' : 'delay') : 'refuse'
    this.refusal = refusal
    this.delayMs = delayMs
    this.follows = refusal === undefined ? followsOf(charges) : 'nothing'
  }

  headers(): readonly HeaderPair[] {
    return this.#host.headersFor(this.#request)
  }

  async wait(): Promise<boolean> {
    const isDue = (await this.#wait?.over) ?? true
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
    this.#wait?.leave()
    return this.#end(() => giveAllBack(this.#charges))
  }

  #finish(status: number | undefined): Awaitable<void> {
    const ends = this.#charges.map((charge) => charge.finish(this.#request, status))
    return andThen(all(ends), () => undefined)
  }

  /** Whatever fails now fails after the response, where nobody could catch it. */
  #end(end: () => Awaitable<void>): Awaitable<void> {
    if (this.#isOver) return undefined
    this.#isOver = true
    const fail = (error: unknown): void => this.#host.failedLate(error, this.#request)
    try {
      const ended = end()
      return isPending(ended) ? ended.then(undefined, fail) : undefined
    } catch (error) {
      return fail(error)
    }
  }
}

function followsOf<R>(charges: readonly Charge<R>[]): Passage['follows'] {
  let follows: Passage['follows'] = 'nothing'
  for (const { rule } of charges) {
    if (rule.settle !== undefined) return 'end'
    if (!rule.countsAll) follows = 'status'
  }
  return follows
}
