/**
 * What a limiter tells those who watch it. Nothing here decides anything: metrics and logs listen, and a limiter that
 * nobody listens to makes no event.
 */
import { SluiceError, type ErrorCode } from './errors.ts'
import { shown } from './limits/options.ts'
import type { FailurePolicy } from './stores/failure/failure-policy.ts'

/** A request was decided by `check` or `reserve`; looks, refunds and corrections are not told. */
export interface DecisionEvent<D> {
  readonly type: 'decision'
  /** The `name` of the limiter, if it has one. */
  readonly limiter: string | undefined
  /** The key of each limit, in their order. */
  readonly keys: readonly string[]
  readonly cost: number
  readonly decision: D
}

/** A request was refused, by a limit, a block or a fallback. */
export interface RefusedEvent<D> extends Omit<DecisionEvent<D>, 'type'> {
  readonly type: 'refused'
}

/** A request would have been refused, had it not been decided in shadow mode. */
export interface ShadowRefusedEvent<D> extends Omit<DecisionEvent<D>, 'type'> {
  readonly type: 'shadow-refused'
}

/** An answer was given without the store, because it failed, was too slow, or is not asked at the moment. */
export interface FallbackEvent {
  readonly type: 'fallback'
  readonly limiter: string | undefined
  readonly policy: FailurePolicy
  /** `ERR_STORE_UNAVAILABLE`, `ERR_STORE_TIMEOUT` or `ERR_STORE_UNSUPPORTED`. */
  readonly code: ErrorCode
  /** Answers that this limiter has given without its store, this one included. */
  readonly count: number
}

/** The store is no longer asked, until it answers a probe. Told once, not for every request. */
export interface StoreErrorEvent {
  readonly type: 'error'
  readonly limiter: string | undefined
  /** The name of the store, such as `redis`. */
  readonly store: string
  /** The failure that was one too many; its `cause` is what the client library threw. */
  readonly error: SluiceError
}

/** The store has answered a probe and decides again. */
export interface RecoveredEvent {
  readonly type: 'recovered'
  readonly limiter: string | undefined
  readonly store: string
  /** Milliseconds since the `error` that this ends. */
  readonly downMs: number
}

/** What a store tells the limiter that is bound to it. */
export type StoreEvent = FallbackEvent | StoreErrorEvent | RecoveredEvent

/** The events of a limiter whose decisions are `D`, by their names. */
export interface LimiterEvents<D> {
  readonly decision: DecisionEvent<D>
  readonly refused: RefusedEvent<D>
  readonly 'shadow-refused': ShadowRefusedEvent<D>
  readonly fallback: FallbackEvent
  readonly error: StoreErrorEvent
  readonly recovered: RecoveredEvent
}

export type EventName = keyof LimiterEvents<unknown>

type Listener<Event> = (event: Event) => unknown

/** Those of one name take the events of that name, which an index by name cannot say. */
type Listeners = Readonly<Record<EventName, readonly Listener<never>[]>>

/** Hands the events of one limiter to those who listen. */
export class LimiterEmitter<D> {
  /** Whether anybody listens to decisions. A field, because it is looked at before each of them. */
  isWatched = false
  #listeners: Listeners = {
    decision: [],
    refused: [],
    'shadow-refused': [],
    fallback: [],
    error: [],
    recovered: [],
  }

  /** Calls the listener for every event of that name from now on, until the function that it returns is called. */
  on<Name extends EventName>(name: Name, listener: Listener<LimiterEvents<D>[Name]>): () => void {
    const names = Object.keys(this.#listeners)
    if (!names.includes(name)) throw invalid('name', name, names.map(shown).join(' or '))
    if (typeof listener !== 'function') throw invalid('listener', listener, 'a function')
    // A function of its own, so that one listener may be there twice and each subscription ends by itself.
    const own: Listener<LimiterEvents<D>[Name]> = (event) => listener(event)
    this.#set(name, [...this.#listeners[name], own])
    return () => {
      this.#set(
        name,
        this.#listeners[name].filter((each) => each !== own),
      )
    }
  }

  has(name: EventName): boolean {
    return this.#listeners[name].length > 0
  }

  emit<Name extends EventName>(event: LimiterEvents<D>[Name] & { readonly type: Name }): void {
    const listeners = this.#listeners[event.type] as readonly Listener<LimiterEvents<D>[Name]>[]
    for (const listener of listeners) tell(listener, event)
  }

  /** The list is replaced, never changed, so that a listener may subscribe or leave while it is told. */
  #set(name: EventName, listeners: readonly Listener<never>[]): void {
    this.#listeners = { ...this.#listeners, [name]: listeners }
    this.isWatched = this.has('decision') || this.has('refused') || this.has('shadow-refused')
  }
}

/** Whatever a listener throws or rejects with is its own affair: no request may fail because of who watches it. */
function tell<Event>(listener: Listener<Event>, event: Event): void {
  try {
    const outcome = listener(event)
    if (outcome instanceof Promise) outcome.catch(() => undefined)
  } catch {
    // Dropped, as said above.
  }
}

function invalid(field: string, value: unknown, wanted: string): SluiceError {
  return new SluiceError('ERR_INVALID_OPTION', `${field} must be ${wanted}; found ${shown(value)}.`, {
    field,
    value,
  })
}
