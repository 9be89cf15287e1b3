import { rateLimitOf } from '../engine/request-record.ts'
import type { ProblemKind } from '../problem/problem-kinds.ts'
import type { Problem } from '../problem/problem.ts'

/** A refusal for protocols in which a response has no status, headers and body. */
export interface RefusalNotice {
  /** `'quota-exceeded'` for a client over its limits; the others for a server that can do less at the moment. */
  readonly kind: ProblemKind
  /** What happened and what to do, for people. */
  readonly message: string
  /** The names of the policies that refused. */
  readonly violatedPolicies: readonly string[]
  /** Whole milliseconds after which the same request alone would pass, at least 1; `undefined` if it never passes. */
  readonly retryAfterMs: number | undefined
}

/** `identity` is what the engine's reader gives for the request. */
export function refusalNotice({ reason }: Problem, identity: object): RefusalNotice {
  const { kind, title, detail, violatedPolicies, retryAfterSeconds } = reason
  return {
    kind,
    message: detail ?? title,
    violatedPolicies,
    retryAfterMs: retryAfterMs(retryAfterSeconds, identity),
  }
}

/** Headers have whole seconds; the limits that refused know the millisecond. */
function retryAfterMs(retryAfterSeconds: number | undefined, identity: object): number | undefined {
  if (retryAfterSeconds === undefined) return undefined
  const waitsMs = rateLimitOf(identity)
    .filter(({ mode, decision }) => mode === 'enforce' && !decision.allowed)
    .map(({ decision }) => decision.retryAfterMs)
  return waitsMs.length === 0 ? retryAfterSeconds * 1000 : Math.max(1, ...waitsMs)
}
