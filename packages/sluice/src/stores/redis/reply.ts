import type { Decision } from '../../algorithms/transition.ts'
import { whileBlocked } from '../../limits/blocked.ts'
import type { LeaseVerdict } from '../lease/lease-source.ts'
import type { Request } from './request.ts'
import { viewOf, type View } from './wire/views.ts'
import type { SharedLimit } from './wire/shared-limit.ts'

/** What was done with a request, as the script says it. */
const CHARGED = 1
const COUNTED = 2
const BLOCKED = 4

const NO_STATES: readonly unknown[] = []

/** Reads the reply to a batch, request by request, in their order. */
export class Reply {
  readonly #values: readonly unknown[]
  /** The time at which the server decided. */
  readonly atMs: number
  #at = 1

  /** @throws TypeError if it is no reply of the script */
  constructor(reply: unknown) {
    if (!Array.isArray(reply)) throw new TypeError(`The script gave no list, but ${String(reply)}.`)
    this.#values = reply
    this.atMs = Number(reply[0])
  }

  verdict(request: Request): LeaseVerdict {
    const { verb, cost, limits } = request
    const granted = verb === 'lease' ? this.#number() : 0
    const done = this.#number()
    if (verb === 'block' || verb === 'reset') {
      return { atMs: this.atMs, decisions: [], blocked: false, granted, states: NO_STATES }
    }
    const asked = verb === 'charge' || verb === 'refund' || verb === 'giveUp' ? 0 : cost
    const states: unknown[] | undefined = verb === 'lease' ? [] : undefined
    const decisions = limits.map((limit) => this.#decision(limit, done, asked, states))
    return { atMs: this.atMs, decisions, blocked: done >= BLOCKED, granted, states: states ?? NO_STATES }
  }

  #decision({ limit }: SharedLimit, done: number, cost: number, states: unknown[] | undefined): Decision {
    const wasCounted = done % BLOCKED === COUNTED
    const doesPass = wasCounted && this.#number() === 1
    const view = viewOf(limit)
    const numbers = this.#numbers(view)
    states?.push(view.stateOf?.(numbers))
    if (done === CHARGED) return view.charged(limit, numbers, this.atMs, cost)
    const foreseen = view.foreseen(limit, numbers, this.atMs, cost)
    const leftMs = done >= BLOCKED ? this.#number() : 0
    if (leftMs > 0) return whileBlocked(foreseen, leftMs, cost)
    return doesPass ? { ...foreseen, allowed: true, retryAfterMs: 0, never: false } : foreseen
  }

  #numbers({ width }: View): (number | undefined)[] {
    const numbers: (number | undefined)[] = []
    for (let count = 0; count < width; count++) {
      const value = this.#values[this.#at++]
      numbers.push(value === null || value === undefined ? undefined : Number(value))
    }
    return numbers
  }

  #number(): number {
    return Number(this.#values[this.#at++])
  }
}
