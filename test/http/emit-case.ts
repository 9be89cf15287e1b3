/** Runs a case of op emit: writes the headers, and the response of a refusal. */
import {
  problem,
  rateLimitHeaders,
  rateLimitPolicies,
  type PolicyDecision,
  type ProblemKind,
  type RateLimitPolicy,
} from '../../packages/sluice/src/http/index.ts'
import { SluiceError } from '../../packages/sluice/src/index.ts'
import { dialectNamed } from './vector-dialects.ts'

interface GivenLimit {
  readonly policy: string
  readonly available: number
  readonly left_ms?: number
  readonly pk_hex?: string
}

export interface EmitCase {
  readonly op: 'emit'
  readonly dialect: string
  readonly policies: readonly {
    readonly name: string
    readonly quota: number
    readonly unit?: string
    readonly window_s?: number
    readonly pk_hex?: string
  }[]
  readonly limits: readonly GivenLimit[]
  readonly deny?: {
    readonly kind: ProblemKind
    readonly violated: readonly string[]
    readonly hold_ms?: number
  }
  readonly partition?: { readonly policy: string; readonly dimensions: Readonly<Record<string, string>> }
  readonly now_ms?: number
}

interface Emitted {
  readonly error?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  readonly body?: unknown
}

export function emitted(given: EmitCase): Emitted & Record<string, unknown> {
  let policies: readonly RateLimitPolicy[]
  try {
    policies = policiesOf(given)
  } catch (error) {
    return { error: faultOf(error) }
  }
  const { now_ms: now, deny } = given
  const told = given.limits.map((limit) => toldOf(limit, policies, given))
  const dialect = dialectNamed(given.dialect)
  // Every policy is announced, in its place, also one of which no limit is told.
  const decisions = [...policies.map((policy) => ({ policy })), ...told]
  const headers = rateLimitHeaders(decisions, now === undefined ? { dialect } : { dialect, now })
  if (deny === undefined) return { headers: Object.fromEntries(headers) }
  const { kind, violated, hold_ms: retryAfterMs = 0 } = deny
  const refused = violated.map(
    (name) =>
      told.find(({ policy }) => policy.name === name) ??
      toldOf({ policy: name, available: 0 }, policies, given),
  )
  const refusal = problem(refused, { kind, retryAfterMs, detail: false })
  return {
    status: refusal.status,
    headers: Object.fromEntries([...headers, ...refusal.headers]),
    body: JSON.parse(refusal.body),
  }
}

function policiesOf({ policies }: EmitCase): readonly RateLimitPolicy[] {
  return rateLimitPolicies(
    policies.map(({ name, quota, unit, window_s: windowSeconds, pk_hex: hex }) => ({
      name,
      quota,
      ...(unit === undefined ? {} : { unit }),
      ...(windowSeconds === undefined ? {} : { windowSeconds }),
      ...(hex === undefined ? {} : { partitionKey: Buffer.from(hex, 'hex') }),
    })),
  )
}

function toldOf(
  { policy: name, available, left_ms: leftMs, pk_hex: hex }: GivenLimit,
  policies: readonly RateLimitPolicy[],
  { deny, partition }: EmitCase,
): PolicyDecision {
  const policy = policies.find((one) => one.name === name)
  if (policy === undefined) throw new Error(`no policy ${name}`)
  const allowed = deny?.violated.includes(name) !== true
  const times = leftMs === undefined ? {} : { resetAfterMs: leftMs, retryAfterMs: allowed ? 0 : leftMs }
  return {
    policy,
    decision: { allowed, remaining: available, ...times },
    ...(hex === undefined ? {} : { partitionKey: Buffer.from(hex, 'hex') }),
    ...(partition?.policy === name ? { partition: partition.dimensions } : {}),
  }
}

/** The vectors' word for what a policy was refused for. */
function faultOf(error: unknown): string {
  if (!(error instanceof SluiceError)) throw error
  const { field = '' } = error
  if (field.startsWith('policies')) return 'duplicate-policy-name'
  return `invalid-${field === 'name' ? 'policy-name' : field === 'windowSeconds' ? 'window' : field}`
}
