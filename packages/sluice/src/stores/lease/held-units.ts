import type { Limit } from '../../limits/limit.ts'
import type { OneVerdict, Verdict } from '../store.ts'
import type { Moment, Stopwatch } from '../stopwatch.ts'
import { countedForMs } from './leased-limit.ts'
import type { LeaseVerdict, Leftover } from './lease-source.ts'
import { LeaseStanding } from './lease-standing.ts'

/** What is left out at the end of a lease, for clocks that do not run at the same rate. */
const MARGIN = 1 / 100

/** The units that one lease brought, from which requests are let pass without the store. */
export class HeldUnits {
  readonly #takenAtMs: number
  readonly #sent: Moment
  readonly #lifeMs: number
  /** How long after the question the answer came. */
  readonly #answeredMs: number
  readonly #standing: LeaseStanding
  readonly #stopwatch: Stopwatch
  readonly #brought: number
  #left: number

  /** `held` of the units were not spent at once; `sent` is when they were asked for. */
  constructor(
    limits: readonly Limit[],
    verdict: LeaseVerdict,
    held: number,
    ttlMs: number,
    sent: Moment,
    stopwatch: Stopwatch,
  ) {
    const { atMs, decisions } = verdict
    const counted = limits.map((limit, index) => {
      const decision = decisions[index]
      return decision === undefined ? Infinity : countedForMs(limit, atMs, decision)
    })
    this.#takenAtMs = atMs
    this.#sent = sent
    this.#answeredMs = stopwatch.passedMs(sent)
    this.#lifeMs = Math.floor(Math.min(ttlMs, ...counted) * (1 - MARGIN))
    this.#standing = new LeaseStanding(limits, verdict, held)
    this.#stopwatch = stopwatch
    this.#brought = held
    this.#left = held
  }

  get leftover(): Leftover {
    return { units: this.#left, takenAtMs: this.#takenAtMs }
  }

  get left(): number {
    return this.#left
  }

  get used(): number {
    return this.#brought - this.#left
  }

  get isOver(): boolean {
    return this.endsWithin(0)
  }

  endsWithin(ms: number): boolean {
    return this.#stopwatch.passedMs(this.#sent) + ms >= this.#lifeMs
  }

  /** The answer to the request with which the units were taken. */
  get first(): Verdict {
    return this.#verdict(this.#standing.seen(this.#left, 0))
  }

  /** Lets a request pass, if it can. */
  spend(cost: number): Verdict | undefined {
    const passedMs = this.#take(cost)
    if (passedMs === undefined) return undefined
    return this.#verdict(this.#standing.spent(cost, this.#left, passedMs - this.#answeredMs))
  }

  /** The same for a limiter of a single limit. */
  spendOne(cost: number): OneVerdict | undefined {
    const passedMs = this.#take(cost)
    if (passedMs === undefined) return undefined
    return this.#standing.spentOne(cost, this.#left, passedMs - this.#answeredMs, this.#takenAtMs)
  }

  /** What `spend` would say. */
  look(cost: number): Verdict | undefined {
    if (cost > this.#left || this.#left === 0 || this.isOver) return undefined
    const passedMs = this.#stopwatch.passedMs(this.#sent)
    return this.#verdict(this.#standing.seen(this.#left, passedMs - this.#answeredMs))
  }

  /** How long after the question units are taken out, if there are so many and the lease is not over. */
  #take(cost: number): number | undefined {
    if (cost > this.#left) return undefined
    const passedMs = this.#stopwatch.passedMs(this.#sent)
    if (passedMs >= this.#lifeMs) return undefined
    this.#left -= cost
    return passedMs
  }

  /** Its time is when the units were taken, so that a refund finds them. */
  #verdict(decisions: Verdict['decisions']): Verdict {
    return { atMs: this.#takenAtMs, decisions, blocked: false }
  }
}
