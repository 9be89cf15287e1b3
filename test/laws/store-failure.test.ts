/** Whatever a shared store does, no call hangs, and neither it nor a local share passes more than it may. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  type FailurePolicy,
  type LimitDecision,
  type Limiter,
  type Reservation,
  type Store,
} from '../../packages/sluice/src/index.ts'
import { StoreGuard } from '../../packages/sluice/src/stores/failure/store-guard.ts'
import { faultyStore, type Condition, type FaultyStore } from '../support/faulty-store.ts'
import { lawRuns } from '../support/law-runs.ts'
import { manualTimers, type ManualTimers } from '../support/manual-timers.ts'

const LIMIT = 12
const PEERS = 3
const DEADLINE_MS = 5

type Step =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'late' }
  | { readonly kind: 'reserve'; readonly cost: number; readonly calls: number }
  | { readonly kind: 'settle' | 'refund'; readonly which: number; readonly back: number }

const conditions = fc.constantFrom<Condition>('up', 'up', 'hanging', 'failing', 'unsupported')
const histories = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: conditions.map((condition): Step => ({ kind: 'condition', condition })) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(1, 4, 12, 40, 300, 1100).map((ms): Step => ({ kind: 'advance', ms })),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'late' }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('reserve' as const),
        cost: fc.integer({ min: 0, max: 5 }),
        calls: fc.integer({ min: 1, max: 8 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('settle' as const, 'refund' as const),
        which: fc.nat(),
        back: fc.integer({ min: 0, max: 5 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 60 },
)

interface Held {
  readonly reservation: Reservation<LimitDecision>
  /** Which local count it was decided by, from 0. */
  readonly period: number
  used: number
  isOver: boolean
}

/** A limiter over a store with faults, and what it has let pass. */
class Trial {
  readonly timers: ManualTimers = manualTimers()
  readonly faulty: FaultyStore = faultyStore()
  readonly guard: StoreGuard
  readonly limiter: Limiter<'async'>
  readonly held: Held[] = []
  #period = 0
  #phase = 'closed'

  constructor(policy: FailurePolicy) {
    const { timers, faulty } = this
    const breaker = { openMs: 10, maxOpenMs: 40 }
    const parts = { deadlineMs: DEADLINE_MS, breaker, clock: timers.clock, timers, peers: () => PEERS }
    const guard = new StoreGuard('store', parts)
    const store: Store<'async'> = {
      name: 'store',
      mode: 'async',
      bind: (limits, options) => guard.guard(faulty.bind(limits, options), limits, options),
    }
    const limit = fixedWindow({ limit: LIMIT, window: '3650d' })
    this.guard = guard
    this.limiter = createLimiter({ limit, store, clock: timers.clock, onStoreFailure: policy })
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'condition':
        this.faulty.condition = step.condition
        return
      case 'advance':
        return this.timers.advance(step.ms)
      case 'late':
        return this.faulty.answerLate()
      case 'reserve':
        return this.#reserve(step.cost, step.calls)
      case 'settle':
      case 'refund':
        return this.#giveBack(step.kind, step.which, step.back)
    }
  }

  /** Units in use by requests that the store (`undefined`) or one local count let pass. */
  used(fallback: FailurePolicy | undefined, period?: number): number {
    return this.held
      .filter((one) => one.reservation.fallback === fallback && (period ?? one.period) === one.period)
      .reduce((sum, one) => sum + one.used, 0)
  }

  get periods(): readonly number[] {
    return Array.from({ length: this.#period + 1 }, (_, period) => period)
  }

  async #reserve(cost: number, calls: number): Promise<void> {
    const made = await this.#inTime(() =>
      Array.from({ length: calls }, () => this.limiter.reserve('key', { cost })),
    )
    for (const reservation of made) {
      if (reservation.allowed) {
        this.held.push({ reservation, period: this.#period, used: cost, isOver: false })
      }
    }
  }

  async #giveBack(kind: 'settle' | 'refund', which: number, most: number): Promise<void> {
    const one = this.held[which % Math.max(1, this.held.length)]
    if (one === undefined || one.isOver) return
    const { cost, atMs, fallback } = one.reservation
    const back = Math.min(most, cost)
    one.isOver = true
    one.used -= back
    const refund = { cost: back, atMs, ...(fallback && { fallback }) }
    await this.#inTime<LimitDecision>(() => [
      kind === 'settle'
        ? this.limiter.settle(one.reservation, cost - back)
        : this.limiter.refund('key', refund),
    ])
  }

  /** What calls give, all within the deadline. */
  async #inTime<T>(call: () => Promise<T>[]): Promise<T[]> {
    const answers = Promise.all(call())
    // The breaker closes when a call finds that its second is over, and the local count goes with that.
    if (this.#phase === 'recovering' && this.guard.health().phase === 'closed') this.#period++
    const progress = { isDone: false }
    void answers.then(() => (progress.isDone = true))
    for (let ms = 0; ms <= DEADLINE_MS && !progress.isDone; ms++) await this.timers.advance(1)
    this.#phase = this.guard.health().phase
    if (!progress.isDone) throw new Error('A call was not answered within its deadline.')
    return answers
  }
}

test.each<[FailurePolicy, number]>([
  ['local', LIMIT / PEERS],
  ['deny', 0],
])(
  'under %s the store passes at most the limit, and without it at most %i units pass',
  async (policy, most) => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const trial = new Trial(policy)
        for (const step of history) {
          await trial.take(step)
          expect(trial.used(undefined)).toBeLessThanOrEqual(LIMIT)
          for (const period of trial.periods) expect(trial.used(policy, period)).toBeLessThanOrEqual(most)
        }
        expect(trial.guard.health().pending).toBe(0)
      }),
      { numRuns: lawRuns },
    )
  },
)
