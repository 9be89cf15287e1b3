import { SluiceError } from '../../errors.ts'
import { checkWord } from '../../limits/options.ts'
import type { HeaderPair } from '../header-input.ts'
import { draft11 } from './draft-11.ts'
import { draft3 } from './draft-3.ts'
import { draft6 } from './draft-6.ts'
import { draft7 } from './draft-7.ts'
import { legacy, legacyDelta } from './legacy.ts'
import { next } from './next.ts'
import type { PolicyDecision } from './policy-decision.ts'

/**
 * How responses tell clients where they stand: a numbered Internet-Draft of `RateLimit` headers, the unpublished
 * `'next'` one, or the `X-RateLimit-*` headers, whose reset is a time (`'legacy'`) or a wait (`'legacy-delta'`).
 */
export type Dialect = 'draft-11' | 'draft-7' | 'draft-6' | 'draft-3' | 'legacy' | 'legacy-delta' | 'next'

/** The headers of one dialect. One without a value is not sent. */
export type DialectWriter = (decisions: readonly PolicyDecision[], nowMs: number) => readonly HeaderPair[]

const writers: Readonly<Record<Dialect, DialectWriter>> = {
  'draft-11': draft11,
  'draft-7': draft7,
  'draft-6': draft6,
  'draft-3': draft3,
  legacy,
  'legacy-delta': legacyDelta,
  next,
}

const names = Object.keys(writers) as readonly Dialect[]

/** Dialects that give one header two meanings, and so cannot be told side by side. */
const rivals: readonly (readonly Dialect[])[] = [
  ['draft-11', 'draft-7', 'next'],
  ['draft-6', 'draft-3'],
  ['legacy', 'legacy-delta'],
]

/**
 * The writers of the dialects, in their order.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for an unknown dialect, none, or two that need the same header
 */
export function writersOf(dialects: Dialect | readonly Dialect[]): readonly DialectWriter[] {
  const chosen = typeof dialects === 'string' ? [dialects] : dialects
  if (!Array.isArray(chosen) || chosen.length === 0)
    throw invalid('must be a dialect or a list of them', dialects)
  for (const dialect of chosen) checkWord('dialect', dialect, names)
  for (const group of rivals) {
    const met = chosen.filter((dialect: Dialect) => group.includes(dialect))
    if (met.length > 1) throw invalid(`has ${met.join(' and ')}, which need the same header`, dialects)
  }
  return chosen.map((dialect: Dialect) => writers[dialect])
}

function invalid(what: string, value: unknown): SluiceError {
  return new SluiceError('ERR_INVALID_OPTION', `dialect ${what}.`, { field: 'dialect', value })
}
