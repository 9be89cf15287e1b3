/**
 * Headers of one vendor or several, in which each limit has its own suffix or prefix: GitHub, X, OpenAI, Groq, Azure,
 * Anthropic, Envoy, Kong, Discord, Linear, Jira. Each `remaining` goes with the reset of the same words.
 */
import { readLimitList } from './read-limit-list.ts'
import type { ReadDialect, Reading, ReadingSource, ReadLimit, ReadPolicy } from './reading.ts'
import { parseReset, type ResetTime } from './reset-time.ts'
import type { ResponseHeaders } from './response-headers.ts'

interface Family {
  readonly source: ReadingSource
  readonly prefixes: readonly string[]
}

const families: readonly Family[] = [
  { source: 'x-ratelimit', prefixes: ['x-ratelimit-'] },
  { source: 'x-rate-limit', prefixes: ['x-rate-limit-', 'x-user-limit-', 'x-app-limit-'] },
  { source: 'anthropic-ratelimit', prefixes: ['anthropic-ratelimit-'] },
]

/** The texts of one limit. */
interface Texts {
  limit?: string
  remaining?: string
  reset?: string
  resetAfter?: string
}

export function readVendorPairs(headers: ResponseHeaders): readonly Reading[] {
  return families.flatMap((family) => {
    const reading = readFamily(family, headers)
    return reading === undefined ? [] : [reading]
  })
}

function readFamily({ source, prefixes }: Family, headers: ResponseHeaders): Reading | undefined {
  const buckets = new Map<string, Texts>()
  for (const prefix of prefixes) {
    for (const [rest, value] of headers.startingWith(prefix)) collect(buckets, rest, value)
  }
  const limits: ReadLimit[] = []
  const policies: ReadPolicy[] = []
  let dialect: ReadDialect = 'vendor'
  for (const [name, texts] of buckets) {
    const list = readLimitList(texts.limit ?? '')
    const reset = resetOf(name, texts, headers)
    const limit = limitOf(name, list?.limit ?? null, texts, reset)
    if (limit === undefined) continue
    limits.push(limit)
    policies.push(...(list?.policies ?? []))
    if (name === '' && source === 'x-ratelimit')
      dialect = reset?.isInstant === false ? 'legacy-delta' : 'legacy'
  }
  return limits.length === 0 ? undefined : { source, dialect, limits, policies }
}

/** Sorts a header by its words: `remaining-tokens`, `requests-remaining`, `reset-after`. */
function collect(buckets: Map<string, Texts>, rest: string, value: string): void {
  const words = rest.split('-')
  const at = words.findIndex((word) => word === 'limit' || word === 'remaining' || word === 'reset')
  if (at < 0) return
  const isWait = words[at] === 'reset' && words[at + 1] === 'after'
  const kind = isWait ? 'resetAfter' : (words[at] as 'limit' | 'remaining' | 'reset')
  words.splice(at, isWait ? 2 : 1)
  const name = words.join('-')
  const texts = buckets.get(name) ?? {}
  texts[kind] = value
  buckets.set(name, texts)
}

function resetOf(
  name: string,
  { reset = '', resetAfter }: Texts,
  headers: ResponseHeaders,
): ResetTime | undefined {
  const wait = parseReset(resetAfter ?? '', { ...headers, reset: 'delta-seconds' })
  if (wait !== undefined) return wait
  // Azure sends 0 with a limit of its own name where it does not know. Envoy's 0 has no name and is less than a second.
  return name !== '' && reset === '0' ? undefined : parseReset(reset, headers)
}

function limitOf(
  name: string,
  limit: number | null,
  { remaining = '' }: Texts,
  reset: ResetTime | undefined,
): ReadLimit | undefined {
  const left = /^[0-9]+(?:\.[0-9]+)?$/.test(remaining)
    ? Math.min(Math.floor(Number(remaining)), Number.MAX_SAFE_INTEGER)
    : null
  if (left === null && limit === null) return undefined
  return {
    policy: name !== '' ? name : limit === null ? null : `${limit}`,
    limit,
    remaining: left,
    resetAfterMs: reset?.afterMs ?? null,
    partitionKey: null,
  }
}
