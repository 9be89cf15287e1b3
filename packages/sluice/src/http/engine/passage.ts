import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import type { Awaitable } from './awaitable.ts'

/** What an adapter is to do with a request, and what it tells the engine later. */
export interface Passage {
  /** `'delay'`: await `wait()`, then pass. */
  readonly action: 'pass' | 'delay' | 'refuse'
  /** The response to a request that is refused, without `headers()`. */
  readonly refusal: Problem | undefined
  /** Milliseconds that `wait()` takes; 0 for requests that are not delayed. */
  readonly delayMs: number
  /**
   * What the engine has to be told: the status of the response, when it is known (`'status'`) or when the body has been
   * sent (`'end'`), or nothing. An adapter that is told `'nothing'` need not watch the response.
   */
  readonly follows: 'nothing' | 'status' | 'end'
  /**
   * Where the client stands, by all limits that the request has met so far, each name once. Set them, never append: an
   * earlier engine may have set them for fewer.
   */
  headers(): readonly HeaderPair[]
  /** True when the request may go on, false if it was cancelled or aborted before. */
  wait(): Promise<boolean>
  /** The response has this status. Later calls, of any of the three, do nothing. */
  finished(status: number): Awaitable<void>
  /** The client has gone away while it waited, or while it was answered: the work that was done stays charged. */
  aborted(): Awaitable<void>
  /** Nothing will be done for the request: all that it was charged is given back. */
  cancel(): Awaitable<void>
}

/** For requests that nobody decides. */
export const UNTOUCHED: Passage = {
  action: 'pass',
  refusal: undefined,
  delayMs: 0,
  follows: 'nothing',
  headers: () => [],
  wait: () => Promise.resolve(true),
  finished: () => undefined,
  aborted: () => undefined,
  cancel: () => undefined,
}
