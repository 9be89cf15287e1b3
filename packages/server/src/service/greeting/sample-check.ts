import { manualClock } from 'sluice'
import { createPolicyLimiter, type Attributes, type Policy, type Rule } from 'sluice/policy'

/** A check that passes the first time and is refused the second time. */
export interface SampleCheck {
  readonly attributes: Attributes
  readonly cost: number
  /** The names of the rules that refuse it. */
  readonly refusedBy: readonly string[]
  /** For how long they do, in milliseconds. */
  readonly retryAfterMs: number
}

/**
 * Finds the check that shows a policy best: it takes all that a rule grants at once, so that the next one is refused,
 * and for as long as any, so that nobody need hurry. `undefined` if no rule ever refuses.
 */
export function sampleCheck(policy: Policy, nowMs: number): SampleCheck | undefined {
  const samples = policy.rules
    .map((rule) => tried(policy, attributesFor(rule), nowMs))
    .filter((sample) => sample !== undefined)
  return samples.toSorted((one, other) => other.retryAfterMs - one.retryAfterMs)[0]
}

/** Sends a check twice, to limiters of their own. */
function tried(policy: Policy, attributes: Attributes, nowMs: number): SampleCheck | undefined {
  const limiter = createPolicyLimiter(policy, { clock: manualClock(nowMs) })
  const enforced = limiter.peek(attributes).rules.filter(({ shadow }) => !shadow)
  const limits = enforced.flatMap(({ decision }) => Object.values(decision.limits))
  const cost = Math.min(...limits.map(({ limit }) => limit))
  if (limits.length === 0 || !limiter.check(attributes, { cost }).allowed) return undefined
  const { allowed, refusedBy, retryAfterMs } = limiter.check(attributes, { cost })
  return allowed ? undefined : { attributes, cost, refusedBy, retryAfterMs }
}

/** Attributes of a request that matches a rule and has all that its key is made of. */
function attributesFor({ match, key }: Rule): Attributes {
  const matching = Object.entries(match).map(([name, [pattern = '']]) => [name, exampleOf(name, pattern)])
  const keyed = key
    .filter((name) => !Object.hasOwn(match, name))
    .map((name) => [name, examples[name] ?? 'ann'])
  return Object.fromEntries([...matching, ...keyed]) as Attributes
}

/** Something that a pattern matches. */
function exampleOf(name: string, pattern: string): string {
  return pattern.replaceAll(/\*+/g, name === 'method' ? 'GET' : 'a')
}

const examples: Readonly<Record<string, string>> = {
  client: '192.0.2.7',
  host: 'www.example.com',
  method: 'GET',
  path: '/',
  route: '/',
  'header.x-api-key': 'k81',
}
