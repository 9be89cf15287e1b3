import { LimiterEmitter, type EventName, type LimiterEvents } from '../events.ts'
import type { Limiter, LimitDecision } from '../limiter/limiter.ts'
import type { Mode } from '../stores/store.ts'

type Source = Pick<Limiter<Mode>, 'on'>
type Listener<Name extends EventName> = (event: LimiterEvents<LimitDecision>[Name]) => unknown

interface Subscription {
  readonly follow: (source: Source) => () => void
  readonly leaves: Map<Source, () => void>
}

/** Those who listen to limiters that come and go. A limiter that nobody listens to makes no event. */
export class Listening {
  readonly #sources = new Set<Source>()
  readonly #subscriptions = new Set<Subscription>()

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    // Checks the name and the listener also where there is no limiter yet.
    new LimiterEmitter<LimitDecision>().on(name, listener)
    const subscription: Subscription = { follow: (source) => source.on(name, listener), leaves: new Map() }
    this.#subscriptions.add(subscription)
    for (const source of this.#sources) subscription.leaves.set(source, subscription.follow(source))
    return () => {
      this.#subscriptions.delete(subscription)
      for (const leave of subscription.leaves.values()) leave()
      subscription.leaves.clear()
    }
  }

  add(source: Source): void {
    this.#sources.add(source)
    for (const { follow, leaves } of this.#subscriptions) leaves.set(source, follow(source))
  }

  remove(source: Source): void {
    this.#sources.delete(source)
    for (const { leaves } of this.#subscriptions) {
      leaves.get(source)?.()
      leaves.delete(source)
    }
  }
}
