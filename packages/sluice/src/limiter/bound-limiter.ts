import { SluiceError } from '../errors.ts'
import type { EventName, LimiterEmitter, LimiterEvents } from '../events.ts'
import { checkCost } from '../limits/cost.ts'
import { parseDuration, type Duration } from '../limits/duration.ts'
import { keysOf, type Keys } from '../limits/key.ts'
import type { Limit } from '../limits/limit.ts'
import type { Answer, Binding, LimitStats, Mode, NamedLimit, Verdict } from '../stores/store.ts'
import type {
  CheckOptions,
  CostOption,
  Limiter,
  LimiterStats,
  RefundOptions,
  Reservation,
} from './limiter.ts'
import { decisionOf, type AnyDecision } from './decision-of.ts'
import { otherLimits } from './other-limits.ts'
import { Settlements } from './settlements.ts'
import { checkNames, costOf, isShadowOf, refundOf } from './verb-options.ts'

const MOST_OTHERS = 1000

/** A limiter over the binding of any store: checks arguments, and turns verdicts into decisions. */
export class BoundLimiter<M extends Mode> implements Limiter<M, AnyDecision> {
  readonly name: string | undefined
  readonly origin: BoundLimiter<M>
  readonly limits: Readonly<Record<string, Limit>>
  readonly #binding: Binding<M>
  readonly #limits: readonly NamedLimit[]
  readonly #names: readonly string[]
  readonly #isSingle: boolean
  readonly #emitter: LimiterEmitter<AnyDecision>
  readonly #settlements = new Settlements()
  /** The binding, if it can decide a single key by itself: while nobody listens, a check goes straight to it. */
  readonly #quick: { checkOne(key: string, cost: number): Answer<M, AnyDecision> } | undefined

  /** By what tells the limits of each; a bounded number, the oldest go first. */
  readonly #others = new Map<string, BoundLimiter<M>>()

  /** `name` is the limiter's own; `origin` is the one that `under` was called on. */
  constructor(
    binding: Binding<M>,
    limits: readonly NamedLimit[],
    isSingle: boolean,
    name: string | undefined,
    emitter: LimiterEmitter<AnyDecision>,
    origin?: BoundLimiter<M>,
  ) {
    this.name = name
    this.origin = origin ?? this
    this.limits = Object.freeze(
      Object.fromEntries(limits.map(({ name: limitName, limit }) => [limitName, limit])),
    )
    this.#binding = binding
    this.#limits = limits
    this.#names = limits.map(({ name: limitName }) => limitName)
    this.#isSingle = isSingle
    this.#emitter = emitter
    this.#quick = isSingle && canDecideOne(binding) ? binding : undefined
  }

  check(keys: Keys, options?: CheckOptions): Answer<M, AnyDecision> {
    const cost = costOf(options, checkNames)
    const isShadow = isShadowOf(options)
    const quick = this.#quick
    if (quick !== undefined && typeof keys === 'string' && !this.#emitter.isWatched)
      return quick.checkOne(keys, cost)
    const perLimit = keysOf(keys, this.#names)
    return then(this.#decide(perLimit, cost), (decision) => this.#told(perLimit, cost, isShadow, decision))
  }

  peek(keys: Keys, options?: CostOption): Answer<M, AnyDecision> {
    return then(this.#binding.peek(keysOf(keys, this.#names), costOf(options)), (verdict) =>
      this.#decision(verdict),
    )
  }

  reserve(keys: Keys, options?: CheckOptions): Answer<M, Reservation<AnyDecision>> {
    const perLimit = keysOf(keys, this.#names)
    const cost = costOf(options, checkNames)
    const isShadow = isShadowOf(options)
    return then(this.#binding.check(perLimit, cost), (verdict) => {
      const decision = this.#told(perLimit, cost, isShadow, this.#decision(verdict))
      return { ...decision, keys: perLimit, cost }
    })
  }

  settle(reservation: Reservation<AnyDecision>, cost: number): Answer<M, AnyDecision> {
    const real = checkCost(cost)
    this.#settlements.settle(reservation)
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

  under(limits: Limit | Readonly<Record<string, Limit>>): BoundLimiter<M> {
    const others = otherLimits(this.#limits, limits, this.#isSingle)
    const words = others.map(({ limit }) => limit.summary).join('\n')
    const known = this.#others.get(words)
    if (known !== undefined) return known
    if (this.#binding.under === undefined) throw notSupported('under')
    const binding = this.#binding.under(others)
    const made = new BoundLimiter<M>(binding, others, this.#isSingle, this.name, this.#emitter, this.origin)
    for (const oldest of this.#others.keys()) {
      if (this.#others.size < MOST_OTHERS) break
      this.#others.delete(oldest)
    }
    this.#others.set(words, made)
    return made
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
    return this.#emitter.on(name, listener)
  }

  /** By the store's own way for a single limit, so that who listens changes nothing about the answer. */
  #decide(perLimit: readonly string[], cost: number): Answer<M, AnyDecision> {
    const [key] = perLimit
    if (this.#quick !== undefined && key !== undefined) return this.#quick.checkOne(key, cost)
    return then(this.#binding.check(perLimit, cost), (verdict) => this.#decision(verdict))
  }

  #told(keys: readonly string[], cost: number, isShadow: boolean, decision: AnyDecision): AnyDecision {
    const limiter = this.name
    const emitter = this.#emitter
    if (emitter.has('decision')) emitter.emit({ type: 'decision', limiter, keys, cost, decision })
    if (decision.allowed) return decision
    const type = isShadow ? 'shadow-refused' : 'refused'
    if (emitter.has(type)) emitter.emit<'refused' | 'shadow-refused'>({ type, limiter, keys, cost, decision })
    return decision
  }

  #supported<T>(verb: string, answer: Answer<M, T> | undefined): Answer<M, T> {
    if (answer === undefined) throw notSupported(verb)
    return answer
  }

  #decision(verdict: Verdict): AnyDecision {
    return decisionOf(verdict, this.#names, this.#isSingle)
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
