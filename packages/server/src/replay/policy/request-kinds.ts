import { createPolicyMatcher, type Attributes, type Policy, type PolicyMatcher } from 'sluice/policy'
import type { LoggedRequest } from 'sluice/simulate'

/** What the policy makes no difference between: requests of one client with the same rules, keys and outcome. */
export interface RequestKind {
  readonly client: string
  /** Those that the policy looks at, of the first request of the kind. */
  readonly attributes: Attributes
  readonly outcome: Outcome
}

export type Outcome = 'succeeded' | 'failed' | 'unknown'

/** Numbers the kinds of requests, so that a long log is held as a number for each request. */
export class RequestKinds {
  readonly #matcher: PolicyMatcher
  readonly #names: readonly string[]
  readonly #numbers = new Map<string, number>()
  readonly #kinds: RequestKind[] = []

  constructor(policy: Policy) {
    this.#matcher = createPolicyMatcher(policy)
    const names = policy.rules.flatMap(({ match, key }) => [...Object.keys(match), ...key])
    this.#names = [...new Set(names)]
  }

  numberOf(request: LoggedRequest): number {
    const client = request['client'] ?? '*'
    const outcome = outcomeOf(request['status'])
    const attributes: Attributes = Object.fromEntries(
      this.#names.map((name) => [name, ownValue(request, name)]),
    )
    const matches = this.#matcher(attributes)
    const words = JSON.stringify([client, outcome, ...matches.flatMap(({ rule, key }) => [rule.name, key])])
    let number = this.#numbers.get(words)
    if (number === undefined) {
      number = this.#kinds.push({ client, attributes, outcome }) - 1
      this.#numbers.set(words, number)
    }
    return number
  }

  kind(number: number): RequestKind {
    return this.#kinds[number] as RequestKind
  }
}

/** A status of 400 or more is a failure, as middleware has it. */
function outcomeOf(status: string | undefined): Outcome {
  if (status === undefined || !/^[1-9][0-9]{2}$/.test(status)) return 'unknown'
  return Number(status) >= 400 ? 'failed' : 'succeeded'
}

function ownValue(request: LoggedRequest, name: string): string | undefined {
  return Object.hasOwn(request, name) ? request[name] : undefined
}
