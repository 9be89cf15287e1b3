/**
 * The labels of metrics. Each is either one of a few words or a name that somebody wrote into the program, so the number
 * of series follows from the rules, never from the clients. No label holds a key.
 */
import type { FailurePolicy } from '../stores/failure/failure-policy.ts'

export type LabelName = 'limiter' | 'limit' | 'outcome' | 'reason' | 'policy' | 'store' | 'code'

/** Why a limit refused, in the words that decisions have for it; `limit`: the allowance was used up. */
export type RefusalReason = 'limit' | 'never' | 'blocked' | 'fallback'

export interface Label {
  /** Its name in OpenTelemetry, where attributes of all libraries meet. In Prometheus it is the short name. */
  readonly attribute: string
  /** The only values it takes; without them it takes names of the configuration. */
  readonly words?: readonly string[]
}

const outcomes = ['allowed', 'refused']
const reasons: readonly RefusalReason[] = ['limit', 'never', 'blocked', 'fallback']
const policies: readonly FailurePolicy[] = ['local', 'deny', 'allow']
const codes = ['ERR_STORE_UNAVAILABLE', 'ERR_STORE_TIMEOUT', 'ERR_STORE_UNSUPPORTED']

export const labels: Readonly<Record<LabelName, Label>> = {
  limiter: { attribute: 'sluice.limiter.name' },
  limit: { attribute: 'sluice.limit.name' },
  outcome: { attribute: 'sluice.decision.outcome', words: outcomes },
  reason: { attribute: 'sluice.refusal.reason', words: reasons },
  policy: { attribute: 'sluice.fallback.policy', words: policies },
  store: { attribute: 'sluice.store.name' },
  code: { attribute: 'error.type', words: codes },
}

/** Stands for a word that is not in the list, and for every name beyond the most series of a metric. */
export const OTHER = 'other'

/** Stands for the name of limiters that have none. */
export const UNNAMED = 'unnamed'
