/** Runs a case of the header vectors: what is given in the vectors' words, and what comes out in the same words. */
import { paceFrom, parseRateLimit, type HeaderList } from '../../packages/sluice/src/http/index.ts'
import { emitted, type EmitCase } from './emit-case.ts'
import { nameOf } from './vector-dialects.ts'

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

/** What the case should give, as an object that has at least the members of its `expect`. */
export function outcomeOf(given: HeaderCase): Readonly<Record<string, unknown>> {
  if (given.op === 'emit') return emitted(given)
  return given.op === 'parse' ? parsed(given) : paced(given)
}

function parsed({ headers }: ParseCase): Readonly<Record<string, unknown>> {
  const read = parseRateLimit(headers, { now: 0 })
  return {
    dialect: nameOf(read.dialect),
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
