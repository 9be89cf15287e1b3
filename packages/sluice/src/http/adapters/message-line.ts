/** How passages are carried out on the messages of one connection, in the order in which they came. */
import { isPending } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import { refusalNotice, type RefusalNotice } from './refusal-notice.ts'

/** What is done with messages that do not go on. */
export interface MessageActions<M> {
  isOpen(): boolean
  refuse(message: M, refusal: RefusalNotice): void
  fail(message: M, error: unknown): void
}

/**
 * The messages of one connection. All are decided when they come; one that is decided at once goes on at once, unless
 * another is still before it.
 */
export class MessageLine<M extends object> {
  readonly #engine: RateLimitEngine<M>
  readonly #actions: MessageActions<M>
  readonly #held = new Set<Passage>()
  #last: Promise<void> | undefined

  constructor(engine: RateLimitEngine<M>, actions: MessageActions<M>) {
    this.#engine = engine
    this.#actions = actions
  }

  take(message: M, goOn: () => unknown): void {
    if (!this.#actions.isOpen()) return
    let begun: ReturnType<RateLimitEngine<M>['begin']>
    try {
      begun = this.#engine.begin(message)
    } catch (error) {
      return this.#actions.fail(message, error)
    }
    if (this.#last === undefined && !isPending(begun) && begun.action !== 'delay') {
      return this.#carryOut(begun, message, goOn)
    }
    this.#enqueue(Promise.resolve(begun), message, goOn)
  }

  /** The connection has been closed: what waits is given back. */
  closed(): void {
    for (const passage of this.#held) void passage.cancel()
    this.#held.clear()
  }

  #enqueue(begun: Promise<Passage>, message: M, goOn: () => unknown): void {
    const due = begun.then(
      (passage) => this.#whenDue(passage),
      (error: unknown) => {
        if (this.#actions.isOpen()) this.#actions.fail(message, error)
      },
    )
    const turn = Promise.all([due, this.#last]).then(([passage]) => {
      if (this.#last === turn) this.#last = undefined
      if (passage === undefined) return
      this.#held.delete(passage)
      this.#carryOut(passage, message, goOn)
    })
    this.#last = turn
  }

  async #whenDue(passage: Passage): Promise<Passage | undefined> {
    if (!this.#actions.isOpen()) {
      void passage.cancel()
      return undefined
    }
    this.#held.add(passage)
    return passage.action !== 'delay' || (await passage.wait()) ? passage : undefined
  }

  #carryOut(passage: Passage, message: M, goOn: () => unknown): void {
    if (!this.#actions.isOpen()) return void passage.cancel()
    if (passage.refusal !== undefined) {
      return this.#actions.refuse(message, refusalNotice(passage.refusal, message))
    }
    if (passage.follows === 'nothing') return void goOn()
    handled(passage, goOn)
  }
}

/** A handler that fails leaves its error to whoever listens to it anyway. */
function handled(passage: Passage, goOn: () => unknown): void {
  const fail = (error: unknown): never => {
    void passage.finished(500)
    throw error
  }
  let outcome: unknown
  try {
    outcome = goOn()
  } catch (error) {
    fail(error)
  }
  if (isPending(outcome)) void outcome.then(() => void passage.finished(200), fail)
  else void passage.finished(200)
}
