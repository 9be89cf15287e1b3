import { effectiveWindowMs, wholeSeconds } from '../headers/effective-window.ts'
import type { PolicyDecision, Told } from '../headers/policy-decision.ts'
import { problemTypes, type ProblemKind } from './problem-kinds.ts'

/** A refusal in words and numbers, before it is put into a body. */
export interface Refusal {
  readonly kind: ProblemKind
  readonly status: 429 | 503
  /** The URI of the problem type. */
  readonly type: string
  /** The same for every refusal of its kind. */
  readonly title: string
  /** What happened and what to do, for people; `undefined` if it was not wanted. */
  readonly detail: string | undefined
  /** The names of the policies that refused. */
  readonly violatedPolicies: readonly string[]
  /** Whole seconds after which the request may come again, at least 1; `undefined` if it never passes. */
  readonly retryAfterSeconds: number | undefined
}

export interface RefusalOptions {
  readonly kind: ProblemKind
  readonly retryAfterMs: number | undefined
  readonly detail: string | false | undefined
}

export function refusalOf(decisions: readonly PolicyDecision[], options: RefusalOptions): Refusal {
  const { kind, retryAfterMs = 0 } = options
  const violated = decisions.filter(({ decision }) => decision?.allowed === false)
  const waitsMs = violated.map(waitMs)
  const longestMs = Math.max(1, retryAfterMs, ...waitsMs)
  const retryAfterSeconds = Number.isFinite(longestMs) ? wholeSeconds(longestMs) : undefined
  return {
    kind,
    ...problemTypes[kind],
    detail:
      options.detail === false ? undefined : (options.detail ?? detailOf(kind, violated, retryAfterSeconds)),
    violatedPolicies: [...new Set(violated.map(({ policy }) => policy.name))],
    retryAfterSeconds,
  }
}

/** Not before the limit lets the request pass, nor before the effective window that the client is told has ended. */
function waitMs(told: PolicyDecision): number {
  const { retryAfterMs = 0 } = told.decision as Told
  return Math.max(retryAfterMs, effectiveWindowMs(told) ?? 0)
}

const reasons: Readonly<Record<ProblemKind, string>> = {
  'quota-exceeded': 'This request is over the limit',
  'temporary-reduced-capacity': 'The server can do less than usual for now',
  'abnormal-usage-detected': 'Requests came in a way that looks unintended',
}

function detailOf(
  kind: ProblemKind,
  violated: readonly PolicyDecision[],
  seconds: number | undefined,
): string {
  const names = [...new Set(violated.map(({ policy }) => policy.writtenName))].join(' and ')
  const what = `${reasons[kind]}${kind === 'quota-exceeded' && names !== '' ? ` ${names}` : ''}.`
  if (seconds === undefined) return `${what} It asks for more than can ever be granted at once.`
  return `${what} Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`
}
