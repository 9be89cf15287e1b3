/**
 * When a limit resets, in whichever form the sender puts it: a number of seconds or a time since 1970, RFC 3339, a date
 * of HTTP, or a duration as Go writes it (`6m0s`).
 */
import { parseHttpDate, utcTime } from './http-date.ts'
import type { ResetForm, ResponseHeaders } from './response-headers.ts'

/** A wait, and whether the sender gave it as a time of day. */
export interface ResetTime {
  readonly afterMs: number
  readonly isInstant: boolean
}

/** Bare numbers from here on are milliseconds since 1970, those from the next on seconds. */
const LEAST_EPOCH_MS = 1e12
const LEAST_EPOCH_SECONDS = 1e9

const LONGEST_MS = Number.MAX_SAFE_INTEGER

/** The time until a reset, or `undefined` if the text is none. A time that is past is 0. */
export function parseReset(text: string, { nowMs, reset }: ResponseHeaders): ResetTime | undefined {
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text)) return resetOfNumber(Number(text), nowMs, reset)
  const instantMs = parseTimestamp(text) ?? parseHttpDate(text, nowMs)
  if (instantMs !== undefined) return { afterMs: bounded(instantMs - nowMs), isInstant: true }
  const afterMs = parseGoDuration(text)
  return afterMs === undefined ? undefined : { afterMs: bounded(afterMs), isInstant: false }
}

/** Whole milliseconds, rounded up, from 0 to 2^53 - 1. */
export function bounded(ms: number): number {
  // Text such as "59.56s" is not exact in binary: what is left of a microsecond is no time.
  return Math.min(Math.max(0, Math.ceil(ms - 1e-3)), LONGEST_MS)
}

function resetOfNumber(value: number, nowMs: number, form: ResetForm): ResetTime {
  const known = form === 'guess' ? formOf(value) : form
  if (known === 'delta-seconds') return { afterMs: bounded(value * 1000), isInstant: false }
  const instantMs = known === 'epoch-seconds' ? value * 1000 : value
  return { afterMs: bounded(instantMs - nowMs), isInstant: true }
}

function formOf(value: number): ResetForm {
  if (value >= LEAST_EPOCH_MS) return 'epoch-milliseconds'
  return value >= LEAST_EPOCH_SECONDS ? 'epoch-seconds' : 'delta-seconds'
}

const TIMESTAMP =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]+)?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})$/

/** Milliseconds since 1970 of a timestamp (RFC 3339), also of one without seconds, as ISO 8601 allows. */
function parseTimestamp(text: string): number | undefined {
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone = ''] =
    TIMESTAMP.exec(text) ?? []
  const parts = [year, month, day, hour, minute, second].map(Number)
  const localMs = utcTime(parts as [number, number, number, number, number, number])
  return localMs === undefined ? undefined : localMs + Number(fraction) * 1000 - offsetMs(zone)
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])([0-9]{2}):?([0-9]{2})$/.exec(zone) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ns: 1e-6,
}

function parseGoDuration(text: string): number | undefined {
  if (!/^(?:[0-9]+(?:\.[0-9]+)?(?:h|ms|m|s|us|µs|μs|ns))+$/.test(text)) return undefined
  let ms = 0
  for (const [, value, unit = ''] of text.matchAll(/([0-9.]+)([a-zµμ]+)/g))
    ms += Number(value) * (unitMs[unit] ?? 0)
  return ms
}
