import type { Limit } from '../../limits/limit.ts'
import type { Ask } from '../failure/guarded-binding.ts'
import type { OneVerdict, Verdict } from '../store.ts'
import type { Moment, Stopwatch } from '../stopwatch.ts'
import { HeldUnits } from './held-units.ts'
import { LeaseSize } from './lease-size.ts'
import type { LeaseHolder, LeaseSource, LeaseVerdict, Leftover } from './lease-source.ts'

/** What all leased keys of a limiter have in common. */
export interface Leasing {
  readonly limits: readonly Limit[]
  readonly source: LeaseSource
  /** Asks the store within its deadline. */
  readonly ask: Ask
  readonly stopwatch: Stopwatch
  readonly units: number
  readonly ttlMs: number
  readonly nextTurn: () => LeaseHolder
}

const NOTHING: Leftover = { units: 0, takenAtMs: 0 }

interface Waiter {
  readonly cost: number
  readonly resolve: (verdict: Verdict | undefined) => void
  readonly reject: (fault: unknown) => void
}

/** One key whose units are taken in advance. At most one request for it is under way; who comes meanwhile waits. */
export class LeasedKey {
  readonly #key: string
  readonly #leasing: Leasing
  readonly #size: LeaseSize
  #held: HeldUnits | undefined
  #askedAt: Moment
  #isUnderWay = false
  #isDropped = false
  #wasGranted = false
  #waiting: Waiter[] = []

  /** `first` is how many units the first lease is to bring. */
  constructor(key: string, first: number, leasing: Leasing) {
    this.#key = key
    this.#leasing = leasing
    this.#size = new LeaseSize(first, leasing.units, leasing.ttlMs)
    this.#askedAt = leasing.stopwatch.moment()
  }

  /** Whether a lease is under way, so that requests wait for it. */
  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Whether nothing is held, and nothing was asked for during a whole ttl. */
  get isIdle(): boolean {
    const { stopwatch, ttlMs } = this.#leasing
    return !this.#isUnderWay && this.#held === undefined && stopwatch.passedMs(this.#askedAt) >= ttlMs
  }

  get left(): number {
    return this.#held?.left ?? 0
  }

  /** Lets a request pass by what is held, if it can. */
  spend(cost: number): Verdict | undefined {
    return this.#held?.spend(cost)
  }

  /** The same for a limiter of a single limit. */
  spendOne(cost: number): OneVerdict | undefined {
    return this.#held?.spendOne(cost)
  }

  /** What `spend` would say. */
  look(cost: number): Verdict | undefined {
    return this.#held?.look(cost)
  }

  /** Waits for the lease under way: an answer, or `undefined` if what it brought does not reach so far. */
  wait(cost: number): Promise<Verdict | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ cost, resolve, reject })
    })
  }

  /** Decides a request by the store, in the same breath with a new lease. */
  async renew(cost: number): Promise<Verdict> {
    const { ask, source, stopwatch, ttlMs, nextTurn } = this.#leasing
    const sent = stopwatch.moment()
    this.#isUnderWay = true
    try {
      // What is held is given up where the question is sent: it may not be, and then it is still held.
      const verdict = await ask(() => {
        this.#noteUse()
        this.#askedAt = sent
        const left = this.#takeHeld() ?? NOTHING
        return source.lease(this.#key, cost, { ...nextTurn(), left, wanted: this.#size.wanted(cost), ttlMs })
      })
      this.#isUnderWay = false
      return this.#serve(verdict, cost, sent)
    } catch (fault) {
      this.#isUnderWay = false
      this.#isDropped = false
      for (const { reject } of this.#waiting.splice(0)) reject(fault)
      throw fault
    }
  }

  /** Lets go of what is held, also of what a lease under way will bring. Returns what is left of it. */
  drop(): Leftover | undefined {
    if (this.#isUnderWay) this.#isDropped = true
    return this.#takeHeld()
  }

  /** Lets go of what is held. Returns what is left of it. */
  release(): Leftover | undefined {
    return this.#takeHeld()
  }

  /** Lets go of what is held if its lease ends so soon. Returns what is left of it, if anything is. */
  dropEnding(withinMs: number): Leftover | undefined {
    if (this.#held?.endsWithin(withinMs) !== true) return undefined
    if (this.#held.left > 0) this.#size.ended(this.#held.used)
    const leftover = this.#takeHeld()
    return leftover?.units === 0 ? undefined : leftover
  }

  /** Answers the request that asked, and those that waited. */
  #serve(verdict: LeaseVerdict, cost: number, sent: Moment): Verdict {
    const { limits, ttlMs, stopwatch } = this.#leasing
    const held = verdict.granted - cost
    this.#wasGranted = verdict.granted > 0
    if (held > 0 && this.#isDropped) this.#giveUpUnseen(verdict.atMs)
    else if (held > 0) this.#held = new HeldUnits(limits, verdict, held, ttlMs, sent, stopwatch)
    this.#isDropped = false
    const first = this.#held?.first ?? verdict
    let unmet = 0
    for (const { cost: waitingCost, resolve } of this.#waiting.splice(0)) {
      // Once one does not fit, those behind it are not let past it.
      const served = unmet === 0 ? this.#held?.spend(waitingCost) : undefined
      if (served === undefined) unmet += waitingCost
      resolve(served)
    }
    if (unmet > 0) this.#size.usedUp(0, verdict.granted + unmet)
    return first
  }

  /**
   * The key was reset or blocked while a lease was under way. It is not known whether its units were charged before that,
   * so none are given back.
   */
  #giveUpUnseen(takenAtMs: number): void {
    const { ask, source, nextTurn } = this.#leasing
    ask(() => source.giveUp(this.#key, { units: 0, takenAtMs }, nextTurn())).catch(() => {})
  }

  #noteUse(): void {
    const held = this.#held
    if (held !== undefined && held.left > 0 && held.isOver) this.#size.ended(held.used)
    else if (this.#wasGranted) this.#size.usedUp(this.#leasing.stopwatch.passedMs(this.#askedAt), 0)
  }

  #takeHeld(): Leftover | undefined {
    const leftover = this.#held?.leftover
    this.#held = undefined
    return leftover
  }
}
