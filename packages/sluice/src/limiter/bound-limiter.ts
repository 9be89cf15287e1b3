import { SluiceError } from '../errors.ts'
import type { EventName, LimiterEmitter, LimiterEvents } from '../events.ts'
import { checkCost } from '../limits/cost.ts'
import { parseDuration, type Duration } from '../limits/duration.ts'
import { keysOf, type Keys } from '../limits/key.ts'
import { combine } from '../limits/several.ts'
import type { Answer, Binding, LimitStats, Mode, Verdict } from '../stores/store.ts'
import type {
  CostOption,
  LimitDecision,
  Limiter,
  LimiterStats,
  LimitsDecision,
  RefundOptions,
  Reservation,
} from './limiter.ts'
import { costOf, refundOf } from './verb-options.ts'

type AnyDecision = LimitDecision | LimitsDecision

/** A limiter over the binding of any store: checks arguments, and turns verdicts into decisions. */
export class BoundLimiter<M extends Mode> implements Limiter<M, AnyDecision> {
  readonly #binding: Binding<M>
  readonly #names: readonly string[]
  readonly #isSingle: boolean
  readonly #name: string | undefined
  readonly #emitter: LimiterEmitter<AnyDecision>
  readonly #settled = new WeakSet<object>()
  /** The binding, where a check of a single key goes straight to it: it can decide one, and nobody listens. */
  #quick: { checkOne(key: string, cost: number): Answer<M, AnyDecision> } | undefined

  /** `names` are those of the limits; `name` is the limiter's own. */
  constructor(
    binding: Binding<M>,
    names: readonly string[],
    isSingle: boolean,
    name: string | undefined,
    emitter: LimiterEmitter<AnyDecision>,
  ) {
    this.#binding = binding
    this.#names = names
    this.#isSingle = isSingle
    this.#name = name
    this.#emitter = emitter
    this.#setQuick()
  }

  check(keys: Keys, options?: CostOption): Answer<M, AnyDecision> {
    const cost = costOf(options)
    if (typeof keys === 'string' && this.#quick !== undefined) return this.#quick.checkOne(keys, cost)
    const perLimit = keysOf(keys, this.#names)
    return then(this.#decide(perLimit, cost), (decision) => this.#told(perLimit, cost, decision))
  }

  peek(keys: Keys, options?: CostOption): Answer<M, AnyDecision> {
    return then(this.#binding.peek(keysOf(keys, this.#names), costOf(options)), (verdict) =>
      this.#decision(verdict),
    )
  }

  reserve(keys: Keys, options?: CostOption): Answer<M, Reservation<AnyDecision>> {
    const perLimit = keysOf(keys, this.#names)
    const cost = costOf(options)
    return then(this.#binding.check(perLimit, cost), (verdict) => {
      const decision = this.#told(perLimit, cost, this.#decision(verdict))
      return { ...decision, keys: perLimit, cost }
    })
  }

  settle(reservation: Reservation<AnyDecision>, cost: number): Answer<M, AnyDecision> {
    const real = checkCost(cost)
    this.#checkOpen(reservation)
    this.#settled.add(reservation)
    const { keys, cost: estimate, atMs, fallback } = reservation
    const verdict =
      real > estimate
        ? this.#binding.charge(keys, real - estimate)
        : this.#binding.giveBack(keys, estimate - real, atMs, fallback)
    return then(verdict, (after) => this.#decision(after))
  }

  refund(keys: Keys, options: RefundOptions = {}): Answer<M, AnyDecision> {
    const { cost, atMs, fallback } = refundOf(options)
    const verdict = this.#binding.giveBack(keysOf(keys, this.#names), cost, atMs, fallback)
    return then(verdict, (after) => this.#decision(after))
  }

  block(keys: Keys, duration: Duration): Answer<M, void> {
    return this.#binding.block(
      keysOf(keys, this.#names),
      duration === 0 ? 0 : parseDuration('duration', duration),
    )
  }

  reset(keys: Keys): Answer<M, void> {
    return this.#binding.reset(keysOf(keys, this.#names))
  }

  stats(): Answer<M, LimiterStats> {
    return then(this.#supported('stats', this.#binding.stats?.()), (limits) => ({
      keys: limits.reduce((sum, { keys }) => sum + keys, 0),
      bytes: limits.reduce((sum, { bytes }) => sum + bytes, 0),
      evictions: limits.reduce((sum, { evictions }) => sum + evictions, 0),
      limits: Object.fromEntries(this.#names.map((name, index) => [name, limits[index] as LimitStats])),
    }))
  }

  dump(): Answer<M, Uint8Array> {
    return this.#supported('dump', this.#binding.dump?.())
  }

  restore(dump: Uint8Array): Answer<M, void> {
    if (this.#binding.restore === undefined) throw notSupported('restore')
    return this.#binding.restore(dump)
  }

  close(): Answer<M, void> {
    return this.#binding.close()
  }

  on<Name extends EventName>(
    name: Name,
    listener: (event: LimiterEvents<AnyDecision>[Name]) => unknown,
  ): () => void {
    const leave = this.#emitter.on(name, listener)
    this.#setQuick()
    return () => {
      leave()
      this.#setQuick()
    }
  }

  #setQuick(): void {
    const isWatched = this.#emitter.has('decision') || this.#emitter.has('refused')
    this.#quick = this.#isSingle && !isWatched && canDecideOne(this.#binding) ? this.#binding : undefined
  }

  /** By the store's own way for a single limit, so that who listens changes nothing about the answer. */
  #decide(perLimit: readonly string[], cost: number): Answer<M, AnyDecision> {
    const [key] = perLimit
    if (this.#isSingle && key !== undefined && canDecideOne(this.#binding)) {
      return this.#binding.checkOne(key, cost)
    }
    return then(this.#binding.check(perLimit, cost), (verdict) => this.#decision(verdict))
  }

  #told(keys: readonly string[], cost: number, decision: AnyDecision): AnyDecision {
    const limiter = this.#name
    if (this.#emitter.has('decision')) this.#emitter.emit({ type: 'decision', limiter, keys, cost, decision })
    if (!decision.allowed && this.#emitter.has('refused')) {
      this.#emitter.emit({ type: 'refused', limiter, keys, cost, decision })
    }
    return decision
  }

  #supported<T>(verb: string, answer: Answer<M, T> | undefined): Answer<M, T> {
    if (answer === undefined) throw notSupported(verb)
    return answer
  }

  #decision({ atMs, decisions, blocked, fallback }: Verdict): AnyDecision {
    const [first] = decisions
    const decision =
      this.#isSingle && first !== undefined
        ? { ...first, atMs, blocked }
        : { ...combine(this.#names, decisions), atMs, blocked }
    return fallback === undefined ? decision : { ...decision, fallback }
  }

  #checkOpen(reservation: Reservation<AnyDecision>): void {
    if (!reservation.allowed) {
      throw new SluiceError('ERR_RESERVATION_REFUSED', 'A refused reservation holds nothing to settle.', {
        field: 'reservation',
        value: reservation,
      })
    }
    if (this.#settled.has(reservation)) {
      throw new SluiceError(
        'ERR_RESERVATION_SETTLED',
        'This reservation has been settled; settle each one once.',
        {
          field: 'reservation',
          value: reservation,
        },
      )
    }
  }
}

function canDecideOne<M extends Mode>(
  binding: Binding<M>,
): binding is Binding<M> & Required<Pick<Binding<M>, 'checkOne'>> {
  return binding.checkOne !== undefined
}

function notSupported(verb: string): SluiceError {
  return new SluiceError('ERR_NOT_SUPPORTED', `The store of this limiter has no ${verb}; memoryStore has.`, {
    field: 'store',
  })
}

function then<M extends Mode, T, U>(answer: Answer<M, T>, next: (value: T) => U): Answer<M, U> {
  const value: T | Promise<T> = answer
  return (value instanceof Promise ? value.then(next) : next(value)) as Answer<M, U>
}
