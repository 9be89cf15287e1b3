/**
 * One lane: the library's limit, run over the traffic.
 *
 * Every request is decided once, in order, and what was decided is kept. So that an earlier instant can be shown without
 * beginning again, what the limit kept is remembered every `CHECKPOINT_EVERY` requests, and at the last place that was
 * asked for: no question decides more requests anew than lie between two checkpoints.
 */
import type { Decision, Limit } from 'sluice'
import { decideNext, numbersKept, stateView } from 'sluice/simulate'
import type { LaneName } from './lane-name.ts'
import type { LaneNumbers } from './lane-numbers.ts'
import type { LaneState } from './lane-state.ts'
import { count, emptyTally, type Tally } from './lane-tally.ts'
import { limitOf, promised, type Promised } from './limit-of.ts'
import { OutcomeColumns, outcomeOf } from './outcomes.ts'
import type { LaneSettings } from './setup.ts'
import type { Traffic } from './traffic.ts'
import { waitingAt, type WaitingRequest } from './waiting-requests.ts'

export const CHECKPOINT_EVERY = 1024

export class LaneRun {
  readonly name: LaneName
  readonly limit: Limit
  readonly promised: Promised
  readonly #traffic: Traffic
  readonly #columns: OutcomeColumns = new OutcomeColumns()
  /** Checkpoint i is the tally before request i * CHECKPOINT_EVERY. */
  readonly #checkpoints: Readonly<Tally>[] = [emptyTally]
  #end: Readonly<Tally> = emptyTally
  /** The last place that was asked for. */
  #cursor: Readonly<Tally> = emptyTally
  #revision: number
  #transitions: number = 0

  /** @throws SluiceError as `limitOf` does */
  constructor(name: LaneName, settings: LaneSettings, traffic: Traffic) {
    this.name = name
    this.limit = limitOf(name, settings)
    this.promised = promised(name, settings)
    this.#traffic = traffic
    this.#revision = traffic.revision
  }

  /** Requests that have been decided; those of the columns below. */
  get decided(): number {
    this.#forgetChanged()
    return this.#end.decided
  }

  /** How each request ended: a view, to be asked for again after an advance. */
  get outcomes(): Uint8Array {
    return this.#columns.outcomes.subarray(0, this.decided)
  }

  /** How long each request had to wait, in milliseconds: a view, as `outcomes` is. */
  get delays(): Float64Array {
    return this.#columns.delays.subarray(0, this.decided)
  }

  /** How many requests have been decided, those decided anew among them. */
  get transitions(): number {
    return this.#transitions
  }

  /** Decides the requests up to `nowMs`, at most `mostRequests` of them. True once all of them are decided. */
  advanceTo(nowMs: number, mostRequests: number = Infinity): boolean {
    this.#forgetChanged()
    const wanted = this.#traffic.countUpTo(nowMs)
    const to = Math.min(wanted, this.#end.decided + mostRequests)
    if (to > this.#end.decided) this.#end = this.#decide(this.#end, to)
    return this.#end.decided >= wanted
  }

  /** What the limit keeps at an instant, after the first `shown` requests: all that have arrived, if not said. */
  stateAt(nowMs: number, shown: number = this.#traffic.countUpTo(nowMs)): LaneState {
    const view = stateView(this.limit, this.#tallyAt(shown).state, nowMs)
    return view.kind === 'queue' ? { ...view, waiting: this.#waitingAt(nowMs, shown) } : view
  }

  /** What the client of one request was told. */
  decisionAt(index: number): Decision {
    const { state } = this.#tallyAt(index)
    this.#transitions += 1
    return decideNext(this.limit, state, this.#traffic.times[index]!, this.#traffic.costs[index]).decision
  }

  /** What the lane has done at an instant, after the first `shown` requests. */
  numbers(nowMs: number, shown: number = this.#traffic.countUpTo(nowMs)): LaneNumbers {
    const { served, queued, busiest, longestWaitMs, mostUsed } = this.#tallyAt(shown)
    return {
      served,
      refused: shown - served,
      queued,
      waiting: this.#waitingAt(nowMs, shown).length,
      busiest,
      limit: this.promised.units,
      windowMs: this.promised.windowMs,
      longestWaitMs,
      storedPerKey: numbersKept(this.limit, mostUsed),
    }
  }

  #waitingAt(nowMs: number, shown: number): readonly WaitingRequest[] {
    return this.name === 'leaky-bucket' ? waitingAt(this.#traffic, this.#columns, nowMs, shown) : []
  }

  /** The tally of the first `shown` requests, from the nearest place that is remembered. */
  #tallyAt(shown: number): Readonly<Tally> {
    this.#forgetChanged()
    if (shown > this.#end.decided) this.#end = this.#decide(this.#end, shown)
    if (shown === this.#end.decided) return this.#end
    const checkpoint = this.#checkpoints[Math.floor(shown / CHECKPOINT_EVERY)]!
    const isNear = this.#cursor.decided <= shown && this.#cursor.decided >= checkpoint.decided
    this.#cursor = this.#decide(isNear ? this.#cursor : checkpoint, shown)
    return this.#cursor
  }

  #decide(from: Readonly<Tally>, to: number): Tally {
    const columns = this.#columns
    columns.reserve(to)
    const { times, costs } = this.#traffic
    const tally = { ...from }
    for (let i = from.decided; i < to; i++) {
      if (i === this.#checkpoints.length * CHECKPOINT_EVERY) this.#checkpoints.push({ ...tally })
      const { decision, state } = decideNext(this.limit, tally.state, times[i]!, costs[i])
      tally.state = state
      columns.outcomes[i] = outcomeOf(decision)
      columns.delays[i] = decision.delayMs
      count(tally, decision, { times, costs }, columns, this.promised.windowMs)
    }
    this.#transitions += to - from.decided
    return tally
  }

  /** Where the traffic has changed, what was decided from there on is decided anew. */
  #forgetChanged(): void {
    const first = this.#traffic.firstChange(this.#revision)
    this.#revision = this.#traffic.revision
    if (first >= this.#end.decided) return
    this.#checkpoints.length = Math.floor(first / CHECKPOINT_EVERY) + 1
    this.#end = this.#checkpoints.at(-1)!
    this.#cursor = this.#end
  }
}
