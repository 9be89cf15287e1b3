/** Finds the format of a log: each one reads the beginning of the log, and the one that reads most of it is taken. */
import { SluiceError } from '../../errors.ts'
import { ClientTable } from './client-table.ts'
import { lineFormats } from './line-formats.ts'
import { LineSplitter } from './line-splitter.ts'
import type { LineReader, LogFields, LogFormatName } from './log-format.ts'
import { LogTally } from './log-tally.ts'
import { shownText } from './text.ts'

/** In the order of preference where two read the same number of lines. `combined` finds `common` too, `w3c` CloudFront. */
const candidates = ['combined'] as const

/** The format of a log that begins with `head`. Throws `ERR_UNKNOWN_LOG_FORMAT` if no format reads a line of it. */
export function detectFormat(head: Uint8Array, fields: LogFields): LogFormatName {
  if (isHar(head)) return 'har'
  let found: LogFormatName | undefined
  let most = 0
  for (const candidate of candidates) {
    const { name, matched } = tryFormat(candidate, head, fields)
    if (matched > most) [found, most] = [name, matched]
  }
  if (found === undefined) throw unknownFormat(head)
  return found
}

function tryFormat(
  candidate: (typeof candidates)[number],
  head: Uint8Array,
  fields: LogFields,
): { name: LogFormatName; matched: number } {
  const tally = new LogTally(() => {})
  let reader: LineReader
  try {
    reader = lineFormats[candidate]!({ tally, clients: new ClientTable(), fields, head })
  } catch (error) {
    // A field that was named is not in the log when it is read in this format.
    if (error instanceof SluiceError) return { name: candidate, matched: 0 }
    throw error
  }
  const splitter = new LineSplitter(reader, tally)
  splitter.push(head)
  splitter.end()
  reader.end()
  return { name: reader.name, matched: tally.matched }
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
    `no known log format fits; the first line is ${JSON.stringify(first)}; tried ${candidates.join(', ')} and har; ` +
      'name one with --format, and the fields of CSV, TSV or JSON with --time and --key',
  )
}
