import type { Asker } from '../asker.ts'

/** Learns how calls end. `permit` is the number that the call was run with. */
export interface CallObserver {
  answered(permit: number): void
  /** Returns what the caller gets to see. */
  failed(permit: number, fault: unknown): unknown
}

/** A call that waits for its answer until it is due. Whatever comes after its end is dropped. */
export class PendingCall<T> implements Asker<T> {
  readonly permit: number
  readonly dueMs: number
  isOver = false
  next: PendingCall<unknown> | undefined
  readonly #asker: Asker<T>
  readonly #observer: CallObserver
  readonly #ended: () => void

  /** `ended` is called at the end, before anybody learns of it. */
  constructor(permit: number, dueMs: number, asker: Asker<T>, observer: CallObserver, ended: () => void) {
    this.permit = permit
    this.dueMs = dueMs
    this.#asker = asker
    this.#observer = observer
    this.#ended = ended
  }

  answered(answer: T): void {
    if (this.isOver) return
    this.#end()
    this.#observer.answered(this.permit)
    this.#asker.answered(answer)
  }

  failed(fault: unknown): void {
    if (this.isOver) return
    this.#end()
    this.#asker.failed(this.#observer.failed(this.permit, fault))
  }

  #end(): void {
    this.isOver = true
    this.#ended()
  }
}
