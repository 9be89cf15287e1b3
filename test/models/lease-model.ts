/**
 * Leases in small numbers: processes, a store, and what is on the way between them. The store decides by the algorithms
 * themselves; what is modelled is who takes, spends and gives back, and when. A message may arrive in any order, twice, or
 * never; a process may stand still or crash, which is to take no step; a reply that a process no longer waits for is lost.
 *
 * Requests that are let pass are charged to an ideal limit at the moment they pass. The promise of leases is that it never
 * falls short: whatever passes would have passed under the limit alone.
 */
import type { TokenBucketRule } from '../../packages/sluice/src/algorithms/token-bucket/token-bucket.ts'
import { foresee } from '../../packages/sluice/src/algorithms/transition.ts'
import type { Limit } from '../../packages/sluice/src/index.ts'
import {
  comesBackWhileHeld,
  countedForMs,
  leasedLimit,
} from '../../packages/sluice/src/stores/lease/leased-limit.ts'
import type { NamedStep } from './explore.ts'
import { ModelLimit } from './model-limit.ts'

/** What keeps the promise. Without any one of them some order of steps breaks it. */
export type Rule =
  /** What is held counts as used. */
  | 'hold'
  /** Also what the holder itself holds, when it asks for more or gives back. */
  | 'hold own'
  /** After the end of a lease the level rises from where it was held, instead of being where it would be without. */
  | 'rise'
  /** A lease lasts from when it was asked for, not from when it was answered. */
  | 'from sending'
  /** Calls of a holder that come late undo nothing of later ones. */
  | 'turns'
  /** Only what is known to be held is taken back. */
  | 'known'
  /** Nothing is taken back once the level has begun to rise: it comes back that way. */
  | 'in time'
  /** A lease ends with the window in which its units count. */
  | 'window'
  /** A log reaches back by the ttl. */
  | 'log'

export interface Setting {
  readonly limit: Limit
  readonly ttlMs: number
  /** After so long everything may happen as before: the length of a window, or 1. */
  readonly periodMs: number
  /** For each process, how often it may ask for units or give some back. */
  readonly turns: readonly number[]
  /** Whether clients send calls again. */
  readonly resends?: boolean
  readonly without?: Rule
}

interface Lease {
  readonly holder: number
  readonly turn: number
  readonly endMs: number
  readonly units: number
}

interface Store {
  readonly state: unknown
  /** The latest end first. */
  readonly leases: readonly Lease[]
}

interface Process {
  readonly units: number
  readonly takenAtMs: number
  readonly endMs: number
  readonly turn: number
  /** The turn whose reply it waits for, or 0. */
  readonly waitsFor: number
  readonly askedAtMs: number
}

interface Call {
  readonly verb: 'lease' | 'give up'
  readonly from: number
  readonly turn: number
  readonly left: number
  readonly takenAtMs: number
  readonly cameBefore: boolean
}

interface Reply {
  readonly to: number
  readonly turn: number
  readonly units: number
  readonly takenAtMs: number
  readonly lifeMs: number
}

export interface World {
  readonly nowMs: number
  readonly store: Store
  readonly processes: readonly Process[]
  readonly calls: readonly Call[]
  readonly replies: readonly Reply[]
  /** The state of the ideal limit. */
  readonly ideal: unknown
  readonly isBroken: boolean
}

/** A multiple of every period. */
const START_MS = 1_200_000
const MOST_UNITS = 2
const MOST_CALLS = 2
/** Longer than any window here and the one before it, or than any log reaches back. */
const LONG_AGO_MS = 6
/** Times that say nothing any more, so that states that differ in nothing else are one. */
const PAST = 0
const IDLE: Process = { units: 0, takenAtMs: PAST, endMs: PAST, turn: 0, waitsFor: 0, askedAtMs: PAST }

export class LeaseModel {
  readonly #setting: Setting
  readonly #ideal: ModelLimit
  readonly #decided: ModelLimit
  readonly #holdsDown: boolean

  constructor(setting: Setting) {
    const { limit, ttlMs } = setting
    this.#setting = setting
    this.#ideal = new ModelLimit(limit)
    this.#decided = new ModelLimit(this.#keeps('log') ? leasedLimit(limit, ttlMs) : limit)
    this.#holdsDown = comesBackWhileHeld(limit) && this.#keeps('hold')
  }

  start(): World {
    const processes = this.#setting.turns.map(() => IDLE)
    const store = { state: undefined, leases: [] }
    return { nowMs: START_MS, store, processes, calls: [], replies: [], ideal: undefined, isBroken: false }
  }

  *steps(world: World): Iterable<NamedStep<World>> {
    yield { name: 'tick', next: this.#ticked(world) }
    yield* this.#check(world)
    for (const [index, process] of world.processes.entries()) yield* this.#stepsOf(world, index, process)
    for (const [index, call] of world.calls.entries()) yield* this.#arrivals(world, index, call)
    for (const [index, reply] of world.replies.entries()) yield this.#answered(world, index, reply)
  }

  /** A millisecond later; after a period all times are told from the start again. */
  #ticked(world: World): World {
    const { periodMs, ttlMs } = this.#setting
    const nowMs = world.nowMs + 1
    const earlierMs = nowMs - START_MS === periodMs ? periodMs : 0
    const moved = (atMs: number, isOver: boolean): number =>
      isOver ? PAST : Math.max(atMs, nowMs - LONG_AGO_MS) - earlierMs
    const leases = world.store.leases.filter((_, index) => this.#matters(world.store.leases, index, nowMs))
    const bucket = this.#holdsDown
    return {
      ...world,
      nowMs: nowMs - earlierMs,
      store: {
        state: this.#decided.at(world.store.state, nowMs, earlierMs),
        leases: leases.map((lease) => ({ ...lease, endMs: lease.endMs - earlierMs })),
      },
      processes: world.processes.map((process) => ({
        ...process,
        endMs: moved(process.endMs, process.endMs <= nowMs),
        takenAtMs: moved(process.takenAtMs, bucket || process.units === 0),
        askedAtMs: moved(process.askedAtMs, process.waitsFor === 0 || process.askedAtMs + ttlMs <= nowMs),
      })),
      calls: world.calls.map((call) => ({
        ...call,
        takenAtMs: moved(call.takenAtMs, bucket || call.left === 0),
      })),
      replies: world.replies.map((reply) => ({ ...reply, takenAtMs: moved(reply.takenAtMs, bucket) })),
      ideal: this.#ideal.at(world.ideal, nowMs, earlierMs),
    }
  }

  /** Whether a lease, or one that ended before it, is still held or still holds the level down. */
  #matters(leases: readonly Lease[], index: number, nowMs: number): boolean {
    return leases.slice(index).some((_, later) => {
      const { endMs } = leases[index + later] as Lease
      return endMs > nowMs || this.#partsOf(leases.slice(0, index + later + 1), nowMs) > 0
    })
  }

  /** Somebody without a lease is decided by the store at once. */
  *#check(world: World): Iterable<NamedStep<World>> {
    const held = this.#heldDown(world.store, world.nowMs, undefined)
    if (!this.#decided.fits(held, world.nowMs, 1)) return
    const store = { ...world.store, state: this.#decided.taken(held, world.nowMs, 1) }
    yield { name: 'a check passes', next: this.#passed({ ...world, store }) }
  }

  *#stepsOf(world: World, index: number, process: Process): Iterable<NamedStep<World>> {
    const { nowMs, calls } = world
    if (process.units > 0 && nowMs < process.endMs) {
      const units = process.units - 1
      const spent = units === 0 ? { ...process, units, endMs: PAST, takenAtMs: PAST } : { ...process, units }
      yield { name: `${index} spends a unit`, next: this.#passed(withProcess(world, index, spent)) }
    }
    if (process.waitsFor > 0) {
      const next = withProcess(world, index, { ...process, waitsFor: 0, askedAtMs: PAST })
      yield { name: `${index} waits no longer`, next: withoutRepliesTo(next, index) }
    } else if (process.turn < (this.#setting.turns[index] ?? 0) && calls.length < MOST_CALLS) {
      const turn = process.turn + 1
      const sent = { from: index, turn, left: process.units, takenAtMs: process.takenAtMs, cameBefore: false }
      const asking = withProcess(world, index, { ...IDLE, turn, waitsFor: turn, askedAtMs: nowMs })
      yield { name: `${index} asks for units`, next: withCall(asking, { ...sent, verb: 'lease' }) }
      if (process.units > 0) {
        const giving = withProcess(world, index, { ...IDLE, turn })
        yield { name: `${index} gives up`, next: withCall(giving, { ...sent, verb: 'give up' }) }
      }
    }
  }

  /** A call arrives; its client may send it once more, as its connection broke before the reply. */
  *#arrivals(world: World, index: number, call: Call): Iterable<NamedStep<World>> {
    const calls = world.calls.filter((_, each) => each !== index)
    const done = this.#carriedOut({ ...world, calls }, call)
    const name = `${call.verb} ${call.turn} of ${call.from} arrives`
    yield { name, next: done }
    if (call.cameBefore || this.#setting.resends !== true) return
    const again = { ...done, replies: world.replies, calls: [...calls, { ...call, cameBefore: true }] }
    yield { name: `${name}, and its reply is lost`, next: again }
  }

  #answered(world: World, index: number, reply: Reply): NamedStep<World> {
    const replies = world.replies.filter((_, each) => each !== index)
    const { turn, askedAtMs } = world.processes[reply.to] as Process
    const fromMs = this.#keeps('from sending') ? askedAtMs : world.nowMs
    const { units, takenAtMs, lifeMs } = reply
    const isOver = fromMs + lifeMs <= world.nowMs
    const holding = { units, takenAtMs, endMs: isOver ? PAST : fromMs + lifeMs }
    const next = { ...IDLE, turn, ...(units > 0 && holding) }
    return {
      name: `reply ${turn} reaches ${reply.to}`,
      next: withProcess({ ...world, replies }, reply.to, next),
    }
  }

  #carriedOut(world: World, call: Call): World {
    const { nowMs, store } = world
    const own = store.leases.find(({ holder }) => holder === call.from)
    if (this.#keeps('turns') && own !== undefined && own.turn >= call.turn) {
      return this.#replied(world, call, own.turn === call.turn ? own.units : 0)
    }
    const others = store.leases.filter((lease) => lease !== own)
    let state = this.#heldDown(store, nowMs, this.#keeps('hold own') ? undefined : call.from)
    if (call.left > 0 && this.#takesBack(own, nowMs)) {
      state = this.#decided.givenBack(state, nowMs, call.left, call.takenAtMs)
    }
    const units = call.verb === 'lease' ? this.#grantable(state, nowMs) : 0
    if (units === 0) return this.#replied({ ...world, store: { state, leases: others } }, call, 0)
    const lease = { holder: call.from, turn: call.turn, endMs: nowMs + this.#setting.ttlMs, units }
    const leases = [lease, ...others].toSorted((one, other) => other.endMs - one.endMs)
    state = this.#decided.taken(state, nowMs, units)
    return this.#replied({ ...world, store: { state, leases } }, call, units)
  }

  #takesBack(own: Lease | undefined, nowMs: number): boolean {
    if (own === undefined) return !this.#keeps('known')
    return !this.#holdsDown || own.endMs > nowMs || !this.#keeps('in time')
  }

  #grantable(state: unknown, nowMs: number): number {
    let units = MOST_UNITS
    while (units > 0 && !this.#decided.fits(state, nowMs, units)) units--
    return units
  }

  #replied(world: World, { verb, from, turn }: Call, units: number): World {
    if (verb === 'give up' || world.processes[from]?.waitsFor !== turn) return world
    const { nowMs, store } = world
    const { limit } = this.#decided
    const decision = foresee(limit.algorithm, limit.rule, store.state, nowMs, 0)
    const countedMs = this.#keeps('window') ? countedForMs(limit, nowMs, decision) : Infinity
    const lifeMs = Math.min(this.#setting.ttlMs, countedMs)
    const takenAtMs = this.#holdsDown ? PAST : nowMs
    return { ...world, replies: [...world.replies, { to: from, turn, units, takenAtMs, lifeMs }] }
  }

  /** The store's state, held down by the leases of all but one holder. */
  #heldDown({ state, leases }: Store, nowMs: number, but: number | undefined): unknown {
    const parts = this.#partsOf(
      leases.filter(({ holder }) => holder !== but),
      nowMs,
    )
    return parts === 0 ? state : this.#decided.heldDown(state, nowMs, parts)
  }

  #partsOf(leases: readonly Lease[], nowMs: number): number {
    if (!this.#holdsDown) return 0
    const rule = this.#decided.limit.rule as TokenBucketRule
    let units = 0
    let parts = 0
    for (const lease of leases) {
      const sinceEndMs = Math.max(0, nowMs - lease.endMs)
      if (lease.endMs <= nowMs && !this.#keeps('rise')) continue
      units += lease.units
      parts = Math.max(parts, units * rule.unit - sinceEndMs * rule.perMs)
    }
    return parts
  }

  #passed(world: World): World {
    const { nowMs, ideal } = world
    return {
      ...world,
      isBroken: !this.#ideal.fits(ideal, nowMs, 1),
      ideal: this.#ideal.taken(ideal, nowMs, 1),
    }
  }

  #keeps(rule: Rule): boolean {
    return this.#setting.without !== rule
  }
}

function withProcess(world: World, index: number, process: Process): World {
  return { ...world, processes: world.processes.with(index, process) }
}

function withCall(world: World, call: Call): World {
  return { ...world, calls: [...world.calls, call] }
}

function withoutRepliesTo(world: World, index: number): World {
  return { ...world, replies: world.replies.filter(({ to }) => to !== index) }
}
