/**
 * Decides in this process by a share of every limit, rounded down, so that a fleet whose shares add up to one passes no
 * more than the limits while the store is away. Its state is made when it is first needed and dropped once the store
 * has decided again for a second.
 */
import { foresee, type Decision } from '../../algorithms/transition.ts'
import { readClock } from '../../clock.ts'
import { scaledLimit } from '../../limits/scaled.ts'
import type { Share } from '../../limits/share.ts'
import { memoryStore } from '../memory/memory-store.ts'
import type { Binding, BindOptions, NamedLimit, Verdict } from '../store.ts'
import type { Fallback } from './fallback.ts'
import type { FailurePolicy } from './failure-policy.ts'
import { denied } from './fixed-fallback.ts'

interface LocalState {
  readonly share: Share
  /** The share of each limit; `undefined` where it is below one unit. */
  readonly limits: readonly (NamedLimit | undefined)[]
  /** Absent if a limit has no share: as all limits must pass, nothing does. */
  readonly binding: Binding<'sync'> | undefined
  readonly sinceMs: number
}

export class LocalFallback implements Fallback {
  readonly #limits: readonly NamedLimit[]
  readonly #options: BindOptions
  readonly #share: () => Share
  readonly #waitMs: () => number
  readonly #lastMs: number
  #state: LocalState | undefined

  constructor(limits: readonly NamedLimit[], options: BindOptions, share: () => Share, waitMs: () => number) {
    this.#limits = limits
    this.#options = { ...options, reuseDecision: false }
    this.#share = share
    this.#waitMs = waitMs
    this.#lastMs = Math.min(...limits.map(({ limit }) => limit.lastMs))
  }

  check(keys: readonly string[], cost: number): Verdict {
    return this.#answer(cost, (local) => local.check(keys, cost))
  }

  peek(keys: readonly string[], cost: number): Verdict {
    return this.#answer(cost, (local) => local.peek(keys, cost))
  }

  charge(keys: readonly string[], cost: number): Verdict {
    return this.#answer(0, (local) => local.charge(keys, cost))
  }

  /** Units from before an earlier recovery went with the state that they were charged to. */
  giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined, by: FailurePolicy): void {
    const state = this.#state
    if (by !== 'local' || state === undefined) return
    if (takenAtMs === undefined || takenAtMs >= state.sinceMs) state.binding?.giveBack(keys, cost, takenAtMs)
  }

  drop(): void {
    this.#state = undefined
  }

  #answer(cost: number, verb: (local: Binding<'sync'>) => Verdict): Verdict {
    const { binding, limits } = this.#current()
    if (binding === undefined) return this.#withoutShare(limits, cost)
    const verdict = verb(binding)
    return {
      ...verdict,
      decisions: verdict.decisions.map((decision, index) => this.#passable(decision, index, cost)),
    }
  }

  /** A cost above the share, but not above the limit, passes once the store decides again. */
  #passable(decision: Decision, index: number, cost: number): Decision {
    const most = this.#limits[index]?.limit.rule.limit ?? 0
    return decision.never && cost <= most
      ? { ...decision, never: false, retryAfterMs: this.#waitMs() }
      : decision
  }

  #withoutShare(limits: LocalState['limits'], cost: number): Verdict {
    const atMs = this.#nowMs()
    const decisions = limits.map((local, index) => {
      if (local === undefined) return denied((this.#limits[index] as NamedLimit).limit, cost, this.#waitMs())
      const { algorithm, rule } = local.limit
      return this.#passable(foresee(algorithm, rule, undefined, atMs, cost), index, cost)
    })
    return { atMs, decisions, blocked: false }
  }

  #current(): LocalState {
    const share = this.#share()
    const state = this.#state
    // A state of long ago may be from when the fleet was smaller, and its share larger than it is now.
    if (state !== undefined && state.share.parts === share.parts && state.share.of === share.of) return state
    return (this.#state = this.#made(share))
  }

  #made(share: Share): LocalState {
    const limits = this.#limits.map(({ name, limit }) => {
      const local = scaledLimit(limit, share)
      return local === undefined ? undefined : { name, limit: local }
    })
    const all = limits.filter((local) => local !== undefined)
    const binding = all.length === limits.length ? memoryStore().bind(all, this.#options) : undefined
    return { share, limits, binding, sinceMs: this.#nowMs() }
  }

  #nowMs(): number {
    return readClock(this.#options.clock, this.#lastMs)
  }
}
