/** A piece of a log that was read apart from the rest, such as on another thread. Every part of it can be cloned. */
import type { LogFields, LogFormatName } from './log-format.ts'
import type { LineCounts } from './log-tally.ts'
import type { RequestRows } from './request-columns.ts'

/** What it takes to read pieces of a log as the log itself is read. */
export interface PieceSource {
  readonly format: Exclude<LogFormatName, 'har'>
  readonly fields: LogFields
  /** The beginning of the log, which tells some formats which fields there are. */
  readonly head: Uint8Array
}

/** What stands in a piece, wherever it was cut. */
export interface LogPiece {
  /** Which reader read it. Clients are numbered by each reader on its own. */
  readonly reader: number
  /** The bytes up to the first line feed and with it: the rest of a line that began before. All if there is none. */
  readonly beginning: Uint8Array
  /** The bytes after the last line feed: a line that goes on behind. */
  readonly end: Uint8Array
  /** What was counted in the whole lines between the two. */
  readonly counts: LineCounts
  readonly requests: RequestRows
  /** The names of clients that the reader met for the first time, one after the other, and where each ends. */
  readonly names: Uint8Array
  readonly nameEnds: Int32Array
}

/** Formats in which a line means the same whatever the lines around it are. */
const formatsOfLoneLines: ReadonlySet<LogFormatName> = new Set<LogFormatName>([
  'common',
  'combined',
  'json',
  'caddy',
  'traefik',
  'cloudflare',
  'envoy',
  'alb',
  'haproxy',
  'squid',
])

/** Whether a log of this format can be read in pieces: a CSV record may span lines, a W3C line may name the fields. */
export function canBeReadInPieces(format: LogFormatName): boolean {
  return formatsOfLoneLines.has(format)
}
