/** Finds the format of a log: each one reads the beginning of the log, and the one that reads most of it is taken. */
import { SluiceError } from '../../errors.ts'
import { ClientTable } from './client-table.ts'
import { fieldWithoutUse } from './field-names.ts'
import { lineFormats } from './line-formats.ts'
import { LineSplitter } from './line-splitter.ts'
import type { LogFields, LogFormatName } from './log-format.ts'
import { LogTally } from './log-tally.ts'
import { decodeText, shownText } from './text.ts'

/** Formats that a line cannot follow by chance. `combined` finds `common` too, and `w3c` CloudFront. */
const specific = [
  'combined',
  'haproxy',
  'alb',
  'squid',
  'w3c',
  'caddy',
  'traefik',
  'cloudflare',
  'envoy',
] as const
/** Formats of which only the form is fixed; asked if no specific one fits. */
const general = ['json', 'tsv', 'csv'] as const

/** A format that reads this share of the lines is taken at once. */
const CLEAR_SHARE = 0.9

type Candidate = (typeof specific)[number] | (typeof general)[number]

/**
 * The format of a log that begins with `head`. Throws `ERR_UNKNOWN_LOG_FORMAT` if no format reads a line of it, or
 * `ERR_LOG_FIELD` if one would but for a field that was named.
 */
export function detectFormat(head: Uint8Array, fields: LogFields): LogFormatName {
  if (isHar(head)) return 'har'
  const missing: SluiceError[] = []
  const found = bestOf(specific, head, fields, missing) ?? bestOf(generalFor(head), head, fields, missing)
  if (found !== undefined) return found
  // A server that had no visitors writes directives alone.
  if (/^#Fields:/m.test(decodeText(head, 0, head.length))) return 'w3c'
  throw missing[0] ?? unknownFormat(head)
}

/** Without a tab in its first line a table is CSV, whose one column needs no comma. */
function generalFor(head: Uint8Array): readonly Candidate[] {
  const lineEnd = head.indexOf(10)
  const hasTab = head.subarray(0, lineEnd < 0 ? head.length : lineEnd).includes(9)
  return hasTab ? general : general.filter((candidate) => candidate !== 'tsv')
}

/** The candidate that reads the most lines, the first of several; undefined if none reads any. */
function bestOf(
  candidates: readonly Candidate[],
  head: Uint8Array,
  fields: LogFields,
  missing: SluiceError[],
): LogFormatName | undefined {
  let found: LogFormatName | undefined
  let most = 0
  for (const candidate of candidates) {
    if (fieldWithoutUse(candidate, fields) !== undefined) continue
    try {
      const { name, matched, lines } = tryFormat(candidate, head, fields)
      // Hardly another can do better, and code that has met one format only is compiled to run faster.
      if (matched > 0 && matched >= lines * CLEAR_SHARE) return name
      if (matched > most) [found, most] = [name, matched]
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error
      if (error.value !== undefined) missing.push(error)
    }
  }
  return found
}

function tryFormat(
  candidate: Candidate,
  head: Uint8Array,
  fields: LogFields,
): { name: LogFormatName; matched: number; lines: number } {
  const tally = new LogTally()
  const reader = lineFormats[candidate]({ tally, clients: new ClientTable(), fields, head })
  const splitter = new LineSplitter(reader, tally)
  splitter.push(head)
  splitter.end()
  reader.end()
  return { name: reader.name, matched: tally.matched, lines: tally.lines }
}

/** A HAR is one JSON document whose only member is `log`; its entries may begin far down. */
function isHar(head: Uint8Array): boolean {
  return /^\s*\{\s*"log"\s*:\s*\{/.test(shownText(head, 0, 400).replaceAll(/\\t|\\x0[ad]/g, ' '))
}

function unknownFormat(head: Uint8Array): SluiceError {
  const lineEnd = head.indexOf(10)
  const first = shownText(head, 0, lineEnd < 0 ? head.length : lineEnd).slice(0, 100)
  return new SluiceError(
    'ERR_UNKNOWN_LOG_FORMAT',
    `no known log format fits; the first line is ${JSON.stringify(first)}; tried ${[...specific, ...general].join(', ')} and har; ` +
      'name one with --format, and the fields of CSV, TSV or JSON with --time and --key',
  )
}
