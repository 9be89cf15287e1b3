/**
 * Random histories of one key. Times are not fixed beforehand: a step may aim at the edge of the wait that was quoted
 * last, one millisecond before it, at it, or after it, because that is where faults hide.
 */
import * as fc from 'fast-check'
import { transition, type Decision } from '../../packages/sluice/src/algorithms/transition.ts'
import type { Limit } from '../../packages/sluice/src/index.ts'
import type { LimitCase } from './limit-cases.ts'

/** How far time moves before a step. */
export type Move =
  | { readonly by: 'ms'; readonly ms: number }
  | { readonly by: 'spans'; readonly spans: number }
  | { readonly by: 'retry' | 'reset' | 'replenish'; readonly offMs: number }

export interface Step {
  readonly move: Move
  /** 0 to 1 of the limit, or more. */
  readonly share: number
  readonly verb: 'check' | 'charge' | 'refuse' | 'give back'
}

/** One step of a history as it was run. */
export interface Event {
  readonly nowMs: number
  readonly cost: number
  /** The state that the step met. */
  readonly before: unknown
  /** The answer, if the step was a check. */
  readonly decision?: Decision
}

const forward: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ by: fc.constant('ms' as const), ms: fc.constantFrom(0, 0, 1, 2, 5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('spans' as const),
      spans: fc.double({ min: 0, max: 3, noNaN: true }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      by: fc.constantFrom('retry' as const, 'reset' as const, 'replenish' as const),
      offMs: fc.constantFrom(-1, 0, 0, 1),
    }),
  },
)

const back: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ by: fc.constant('ms' as const), ms: fc.constantFrom(-1, -2, -11_000) }),
  fc.record({ by: fc.constant('spans' as const), spans: fc.double({ min: -3, max: 0, noNaN: true }) }),
)

const shares = fc.constantFrom(0, 0.01, 0.01, 0.01, 0.3, 0.7, 1, 1.2)

/** Checks only, with time that never steps back. */
export const monotoneChecks: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ move: forward, share: shares, verb: fc.constant('check' as const) }),
  { minLength: 1, maxLength: 40 },
)

/** Checks only, with steps back. */
export const checks: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    move: fc.oneof({ weight: 5, arbitrary: forward }, { weight: 1, arbitrary: back }),
    share: shares,
    verb: fc.constant('check' as const),
  }),
  { minLength: 1, maxLength: 40 },
)

/** Every verb, with steps back: what a state can become by any use. */
export const anyHistory: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    move: fc.oneof({ weight: 5, arbitrary: forward }, { weight: 1, arbitrary: back }),
    share: shares,
    verb: fc.constantFrom(
      'check' as const,
      'check' as const,
      'check' as const,
      'charge' as const,
      'refuse' as const,
      'give back' as const,
    ),
  }),
  { minLength: 1, maxLength: 30 },
)

/** The same histories with every step back left out. */
export function monotone(histories: fc.Arbitrary<readonly Step[]>): fc.Arbitrary<readonly Step[]> {
  return histories.map((steps) => steps.filter(({ move }) => !isBack(move)))
}

function isBack(move: Move): boolean {
  return (move.by === 'ms' && move.ms < 0) || (move.by === 'spans' && move.spans < 0)
}

/** Where histories start: 1970, 1999, now, the year 2038, or any time before 2060. */
export const starts: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 3, 946_684_799_999, 1_796_083_200_000, 2_147_483_647_000),
  fc.integer({ min: 0, max: 2_840_140_800_000 }),
)

export function costOf(limit: number, share: number): number {
  return Math.ceil(limit * share)
}

/** The time after a move; never before 1970. */
export function moved(move: Move, nowMs: number, spanMs: number, last: Decision | undefined): number {
  if (move.by === 'ms') return Math.max(0, nowMs + move.ms)
  if (move.by === 'spans') return Math.max(0, nowMs + Math.round(move.spans * spanMs))
  const waits = { retry: last?.retryAfterMs, reset: last?.resetAfterMs, replenish: last?.replenishAfterMs }
  const wait = waits[move.by] ?? 0
  return nowMs + Math.max(0, (Number.isFinite(wait) ? wait : 0) + move.offMs)
}

/** Runs a history on the pure transition, and lists every step with the state that it met. */
export function run(
  { limit, spanMs }: Pick<LimitCase, 'limit' | 'spanMs'>,
  startMs: number,
  steps: readonly Step[],
): Event[] {
  const { algorithm, rule } = limit
  const events: Event[] = []
  let nowMs = startMs
  let state: unknown
  let last: Decision | undefined
  for (const { move, share, verb } of steps) {
    nowMs = moved(move, nowMs, spanMs, last)
    const cost = costOf(rule.limit, share)
    const before = state
    if (verb === 'check') {
      const step = transition(algorithm, rule, state, nowMs, cost)
      last = step.decision
      if (step.next !== undefined) state = step.next
      events.push({ nowMs, cost, before, decision: last })
      continue
    }
    state = afterVerb(limit, verb, before, nowMs, cost)
    events.push({ nowMs, cost, before })
  }
  return events
}

function afterVerb(
  { algorithm, rule }: Limit,
  verb: Step['verb'],
  state: unknown,
  nowMs: number,
  cost: number,
): unknown {
  if (cost === 0) return state
  if (verb === 'charge') return algorithm.take(rule, state, nowMs, cost)
  if (verb === 'refuse') {
    const isRefused = algorithm.waitMs(rule, state, nowMs, Math.min(cost, rule.limit)) > 0
    return isRefused ? algorithm.takeRefused(rule, state, nowMs, cost) : state
  }
  return state === undefined ? undefined : algorithm.giveBack(rule, state, nowMs, cost, undefined)
}
