/** Runs a case of the header vectors: what is given in the vectors' words, and what comes out in the same words. */
import {
  parseRateLimit,
  paceFrom,
  problem,
  rateLimitHeaders,
  rateLimitPolicies,
  type Dialect,
  type HeaderList,
  type HeaderPair,
  type PolicyDecision,
  type ProblemKind,
} from '../../packages/sluice/src/http/index.ts'
import { SluiceError } from '../../packages/sluice/src/index.ts'

interface EmitCase {
  readonly op: 'emit'
  readonly dialect: string
  readonly policies: readonly {
    readonly name: string
    readonly quota: number
    readonly unit?: string
    readonly window_s?: number
    readonly pk_hex?: string
  }[]
  readonly limits: readonly {
    readonly policy: string
    readonly available: number
    readonly left_ms?: number
    readonly pk_hex?: string
  }[]
  readonly deny?: {
    readonly kind: ProblemKind
    readonly violated: readonly string[]
    readonly hold_ms?: number
  }
  readonly partition?: { readonly policy: string; readonly dimensions: Readonly<Record<string, string>> }
  readonly now_ms?: number
}

interface ParseCase {
  readonly op: 'parse'
  readonly headers: HeaderList
}

interface PaceCase {
  readonly op: 'pace'
  readonly now: string
  readonly status: number
  readonly headers: HeaderList
}

export type HeaderCase = EmitCase | ParseCase | PaceCase

const dialects: Readonly<Record<string, Dialect>> = {
  'draft-11': 'draft-11',
  'draft-07': 'draft-7',
  'draft-06': 'draft-6',
  'draft-03': 'draft-3',
  'x-ratelimit-epoch': 'legacy',
  'x-ratelimit-delta': 'legacy-delta',
  'editors-2026-08': 'next',
}

/** What the case should give, as an object that has at least the members of its `expect`. */
export function outcomeOf(given: HeaderCase): Readonly<Record<string, unknown>> {
  if (given.op === 'emit') return emitted(given)
  return given.op === 'parse' ? parsed(given) : paced(given)
}

interface Emitted {
  readonly error?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  readonly body?: unknown
}

function emitted(given: EmitCase): Emitted & Record<string, unknown> {
  let decisions: readonly PolicyDecision[]
  try {
    decisions = decisionsOf(given)
  } catch (error) {
    return { error: faultOf(error) }
  }
  const { now_ms: now, deny } = given
  const dialect = dialects[given.dialect] as Dialect
  const headers: HeaderPair[] = [
    ...rateLimitHeaders(decisions, now === undefined ? { dialect } : { dialect, now }),
  ]
  if (deny === undefined) return { headers: Object.fromEntries(headers) }
  const { kind, hold_ms: retryAfterMs = 0 } = deny
  const refusal = problem(decisions, { kind, retryAfterMs, detail: false })
  return {
    status: refusal.status,
    headers: Object.fromEntries([...headers, ...refusal.headers]),
    body: JSON.parse(refusal.body),
  }
}

function decisionsOf({ policies: given, limits, deny, partition }: EmitCase): PolicyDecision[] {
  const policies = rateLimitPolicies(
    given.map(({ name, quota, unit, window_s: windowSeconds, pk_hex: hex }) => ({
      name,
      quota,
      ...(unit === undefined ? {} : { unit }),
      ...(windowSeconds === undefined ? {} : { windowSeconds }),
      ...(hex === undefined ? {} : { partitionKey: Buffer.from(hex, 'hex') }),
    })),
  )
  const told = limits.map(({ policy: name, available, left_ms: leftMs, pk_hex: hex }): PolicyDecision => {
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
  })
  // A policy of which no limit is told is announced all the same, in its place.
  const spoken = new Set(told.map(({ policy }) => policy))
  const order = new Map(policies.map((policy, index) => [policy, index]))
  return [
    ...told,
    ...policies.filter((policy) => !spoken.has(policy)).map((policy) => ({ policy })),
  ].toSorted((one, other) => (order.get(one.policy) ?? 0) - (order.get(other.policy) ?? 0))
}

/** The vectors' word for what a policy was refused for. */
function faultOf(error: unknown): string {
  if (!(error instanceof SluiceError)) throw error
  const { field = '' } = error
  if (field.startsWith('policies')) return 'duplicate-policy-name'
  return `invalid-${field === 'name' ? 'policy-name' : field === 'windowSeconds' ? 'window' : field}`
}

function parsed({ headers }: ParseCase): Readonly<Record<string, unknown>> {
  const read = parseRateLimit(headers, { now: 0 })
  return {
    dialect: Object.keys(dialects).find((name) => dialects[name] === read.dialect) ?? null,
    limits: read.limits.map(({ policy, remaining, resetAfterMs, partitionKey }) => ({
      policy,
      available: remaining,
      left_s: resetAfterMs === null ? null : resetAfterMs / 1000,
      pk_hex: hexOf(partitionKey),
    })),
    policies: read.policies.map(({ name, quota, unit, windowSeconds, partitionKey }) => ({
      name,
      quota,
      unit,
      window_s: windowSeconds,
      pk_hex: hexOf(partitionKey),
    })),
    ignored: read.ignored,
  }
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex')
}

function paced({ now, status, headers }: PaceCase): Readonly<Record<string, unknown>> {
  const { waitMs, source } = paceFrom(parseRateLimit(headers, { now: Date.parse(now) }), { status })
  return { wait_ms: waitMs, source }
}
