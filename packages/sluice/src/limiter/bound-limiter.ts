import { SluiceError } from '../errors.ts'
import { checkCost } from '../limits/cost.ts'
import { parseDuration, type Duration } from '../limits/duration.ts'
import { keysOf, type Keys } from '../limits/key.ts'
import { checkOptions, shown } from '../limits/options.ts'
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

type AnyDecision = LimitDecision | LimitsDecision

/** A limiter over the binding of any store: checks arguments, and turns verdicts into decisions. */
export class BoundLimiter<M extends Mode> implements Limiter<M, AnyDecision> {
  readonly #binding: Binding<M>
  readonly #names: readonly string[]
  readonly #isSingle: boolean
  readonly #settled = new WeakSet<object>()

  constructor(binding: Binding<M>, names: readonly string[], isSingle: boolean) {
    this.#binding = binding
    this.#names = names
    this.#isSingle = isSingle
  }

  check(keys: Keys, options?: CostOption): Answer<M, AnyDecision> {
    const cost = costOf(options)
    if (this.#isSingle && typeof keys === 'string' && this.#binding.checkOne !== undefined) {
      return this.#binding.checkOne(keys, cost)
    }
    return then(this.#binding.check(keysOf(keys, this.#names), cost), (verdict) => this.#decision(verdict))
  }

  peek(keys: Keys, options?: CostOption): Answer<M, AnyDecision> {
    return then(this.#binding.peek(keysOf(keys, this.#names), costOf(options)), (verdict) =>
      this.#decision(verdict),
    )
  }

  reserve(keys: Keys, options?: CostOption): Answer<M, Reservation<AnyDecision>> {
    const perLimit = keysOf(keys, this.#names)
    const cost = costOf(options)
    return then(this.#binding.check(perLimit, cost), (verdict) => ({
      ...this.#decision(verdict),
      keys: perLimit,
      cost,
    }))
  }

  settle(reservation: Reservation<AnyDecision>, cost: number): Answer<M, AnyDecision> {
    const real = checkCost(cost)
    this.#checkOpen(reservation)
    this.#settled.add(reservation)
    const { keys, cost: estimate, atMs } = reservation
    const verdict =
      real > estimate
        ? this.#binding.charge(keys, real - estimate)
        : this.#binding.giveBack(keys, estimate - real, atMs)
    return then(verdict, (after) => this.#decision(after))
  }

  refund(keys: Keys, options: RefundOptions = {}): Answer<M, AnyDecision> {
    const cost = costOf(options, ['cost', 'atMs'])
    const verdict = this.#binding.giveBack(keysOf(keys, this.#names), cost, timeOf(options.atMs))
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

  #supported<T>(verb: string, answer: Answer<M, T> | undefined): Answer<M, T> {
    if (answer === undefined) throw notSupported(verb)
    return answer
  }

  #decision({ atMs, decisions, blocked }: Verdict): AnyDecision {
    const [first] = decisions
    if (this.#isSingle && first !== undefined) return { ...first, atMs, blocked }
    return { ...combine(this.#names, decisions), atMs, blocked }
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

function costOf(options: CostOption | undefined, names: readonly string[] = ['cost']): number {
  if (options === undefined) return 1
  checkOptions('options', options, names)
  const { cost = 1 } = options
  return checkCost(cost)
}

function notSupported(verb: string): SluiceError {
  return new SluiceError('ERR_NOT_SUPPORTED', `The store of this limiter has no ${verb}; memoryStore has.`, {
    field: 'store',
  })
}

function timeOf(atMs: unknown): number | undefined {
  if (atMs === undefined || (typeof atMs === 'number' && Number.isFinite(atMs))) return atMs
  throw new SluiceError('ERR_INVALID_OPTION', `atMs must be the atMs of a decision; found ${shown(atMs)}.`, {
    field: 'atMs',
    value: atMs,
  })
}

function then<M extends Mode, T, U>(answer: Answer<M, T>, next: (value: T) => U): Answer<M, U> {
  const value: T | Promise<T> = answer
  return (value instanceof Promise ? value.then(next) : next(value)) as Answer<M, U>
}
