/** The verbs of a limiter, as requests to the script. */
import type { Decision } from '../../algorithms/transition.ts'
import type { LeaseHolder, LeaseSource, LeaseTerms, LeaseVerdict, Leftover } from '../lease/lease-source.ts'
import { promised, type Asker } from '../asker.ts'
import { oneOf } from '../one-of.ts'
import type { Binding, OneVerdict, Verdict } from '../store.ts'
import { placementOf, type Placement } from './placement.ts'
import type { Request, Verb } from './request.ts'
import type { SharedLimit } from './wire/shared-limit.ts'

/** Sends a request to the shard of its keys. */
export type Send = (shard: number, request: Request, asker: Asker<LeaseVerdict>) => void

const NOTHING_MORE: readonly string[] = []

/** The limits of a decision whose keys lie in one shard, and which limits they are. */
interface Group {
  readonly shard: number
  readonly indexes: number[]
  readonly places: Placement[]
}

export class RedisBinding implements Binding<'async'>, LeaseSource {
  readonly #limits: readonly SharedLimit[]
  readonly #send: Send
  readonly #shards: number
  readonly #countRefused: boolean

  constructor(limits: readonly SharedLimit[], send: Send, shards: number, countRefused: boolean) {
    this.#limits = limits
    this.#send = send
    this.#shards = shards
    this.#countRefused = countRefused
  }

  askOne(key: string, cost: number, asker: Asker<OneVerdict>): void {
    const place = placementOf(key, this.#shards)
    const verb = this.#countRefused ? 'count' : 'check'
    const request = { verb, cost, limits: this.#limits, places: [place], more: NOTHING_MORE } as const
    this.#send(place.shard, request, {
      answered: (verdict) => asker.answered(oneOf(verdict)),
      failed: (fault) => asker.failed(fault),
    })
  }

  async check(keys: readonly string[], cost: number): Promise<Verdict> {
    const groups = this.#groupsOf(keys)
    const [only] = groups
    if (groups.length === 1 && only !== undefined) {
      return this.#ask(only, this.#countRefused ? 'count' : 'check', cost)
    }
    return this.#countRefused ? this.#all(groups, 'count', cost) : this.#inTurn(groups, cost)
  }

  peek(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#all(this.#groupsOf(keys), 'peek', cost)
  }

  charge(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#all(this.#groupsOf(keys), 'charge', cost)
  }

  giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined): Promise<Verdict> {
    return this.#all(this.#groupsOf(keys), 'refund', cost, (group) => this.#takenAt(group, takenAtMs))
  }

  async block(keys: readonly string[], durationMs: number): Promise<void> {
    await this.#all(this.#groupsOf(keys), 'block', 0, () => [String(durationMs)])
  }

  async reset(keys: readonly string[]): Promise<void> {
    await this.#all(this.#groupsOf(keys), 'reset', 0)
  }

  /** What is shared stays for the other processes. */
  async close(): Promise<void> {}

  lease(key: string, cost: number, terms: LeaseTerms): Promise<LeaseVerdict> {
    const { holder, turn, left, wanted, ttlMs } = terms
    const group = this.#groupOf(key)
    const taken = this.#takenAt(group, left.units === 0 ? undefined : left.takenAtMs)
    const more = [...[holder, turn, wanted, ttlMs, left.units].map(String), ...taken]
    return this.#ask(group, 'lease', cost, more)
  }

  giveUp(key: string, left: Leftover, { holder, turn }: LeaseHolder): Promise<Verdict> {
    const group = this.#groupOf(key)
    const more = [String(holder), String(turn), ...this.#takenAt(group, left.takenAtMs)]
    return this.#ask(group, 'giveUp', left.units, more)
  }

  /**
   * Limits whose keys lie in different shards are charged in turn. If one refuses, those before it are given back, and
   * those after it are only looked at. In between, the earlier ones may refuse others for want of those units.
   */
  async #inTurn(groups: readonly Group[], cost: number): Promise<Verdict> {
    const verdicts: Verdict[] = []
    const charged: { group: Group; at: number; atMs: number }[] = []
    let isRefused = false
    for (const [at, group] of groups.entries()) {
      // Each waits for the one before it, which may refuse.
      // oxlint-disable-next-line no-await-in-loop
      const verdict = await this.#ask(group, isRefused ? 'peek' : 'check', cost)
      verdicts.push(verdict)
      const passes = verdict.decisions.every(({ allowed }) => allowed)
      if (!passes) isRefused = true
      else if (!isRefused) charged.push({ group, at, atMs: verdict.atMs })
    }
    if (!isRefused) return this.#merged(groups, verdicts)
    await Promise.all(
      charged.map(async ({ group, at, atMs }) => {
        const given = this.#ask(group, 'refund', cost, this.#takenAt(group, atMs))
        const [, seen] = await Promise.all([given, this.#ask(group, 'peek', cost)])
        verdicts[at] = seen
      }),
    )
    return this.#merged(groups, verdicts)
  }

  async #all(
    groups: readonly Group[],
    verb: Verb,
    cost: number,
    more: (group: Group) => readonly string[] = () => NOTHING_MORE,
  ): Promise<Verdict> {
    const verdicts = await Promise.all(groups.map((group) => this.#ask(group, verb, cost, more(group))))
    return this.#merged(groups, verdicts)
  }

  #ask(
    group: Group,
    verb: Verb,
    cost: number,
    more: readonly string[] = NOTHING_MORE,
  ): Promise<LeaseVerdict> {
    const limits = group.indexes.map((index) => this.#limits[index] as SharedLimit)
    const request = { verb, cost, limits, places: group.places, more }
    return promised((asker) => this.#send(group.shard, request, asker))
  }

  #takenAt({ indexes }: Group, takenAtMs: number | undefined): readonly string[] {
    const ends = indexes.map((index) => (this.#limits[index] as SharedLimit).takenEnd(takenAtMs))
    return [takenAtMs === undefined ? '' : String(takenAtMs), ...ends]
  }

  /** The group of a key that all limits have in common. */
  #groupOf(key: string): Group {
    const place = placementOf(key, this.#shards)
    return { shard: place.shard, indexes: [...this.#limits.keys()], places: [place] }
  }

  #groupsOf(keys: readonly string[]): readonly Group[] {
    const [first = ''] = keys
    if (keys.every((key) => key === first)) return [this.#groupOf(first)]
    const groups = new Map<number, Group>()
    for (const [index, key] of keys.entries()) {
      const place = placementOf(key, this.#shards)
      const group = groups.get(place.shard)
      if (group === undefined)
        groups.set(place.shard, { shard: place.shard, indexes: [index], places: [place] })
      else {
        group.indexes.push(index)
        group.places.push(place)
      }
    }
    return [...groups.values()]
  }

  /** The answers of all shards as one, in the order of the limits. */
  #merged(groups: readonly Group[], verdicts: readonly Verdict[]): Verdict {
    const [first] = verdicts
    if (groups.length === 1 && first !== undefined) return first
    const decisions: Decision[] = []
    for (const [at, { indexes }] of groups.entries()) {
      for (const [place, index] of indexes.entries()) {
        decisions[index] = verdicts[at]?.decisions[place] as Decision
      }
    }
    return {
      atMs: Math.min(...verdicts.map(({ atMs }) => atMs)),
      decisions,
      blocked: verdicts.some(({ blocked }) => blocked),
    }
  }
}
