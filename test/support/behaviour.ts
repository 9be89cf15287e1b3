/** Whether two states are the same for whoever asks: what they answer from an instant on, not what they are made of. */
import { foresee, transition, type Decision } from '../../packages/sluice/src/algorithms/transition.ts'
import type { Limit } from '../../packages/sluice/src/index.ts'

/** A request made so long after the instant from which behaviour is compared. */
export interface Probe {
  readonly afterMs: number
  readonly cost: number
}

/** What a key in this state answers to the probes, each met by what the ones before it left. */
export function answers(limit: Limit, state: unknown, fromMs: number, probes: readonly Probe[]): Decision[] {
  let current = state
  return probes.map(({ afterMs, cost }) => {
    const step = transition(limit.algorithm, limit.rule, current, fromMs + afterMs, cost)
    if (step.next !== undefined) current = step.next
    return step.decision
  })
}

/** What the key says at one instant, with nothing charged. */
export function look({ algorithm, rule }: Limit, state: unknown, nowMs: number, cost: number): Decision {
  return foresee(algorithm, rule, state, nowMs, cost)
}

/** Probes that tell any two states apart that differ at all: everything at once, then piece by piece while it comes back. */
export function tellingProbes(limit: Limit, spanMs: number): Probe[] {
  const probes: Probe[] = [
    { afterMs: 0, cost: 0 },
    { afterMs: 0, cost: 1 },
  ]
  probes.push({ afterMs: 0, cost: limit.rule.limit }, { afterMs: 0, cost: Math.max(1, limit.rule.limit - 1) })
  for (let step = 1; step <= 8; step++) probes.push({ afterMs: Math.ceil((step * spanMs) / 3), cost: 1 })
  return probes
}
