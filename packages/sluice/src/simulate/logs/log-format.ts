/** The formats of access logs that can be read. */
import type { ClientNumbers } from './client-table.ts'
import type { LogTally } from './log-tally.ts'

/** The name of a format. */
export type LogFormatName =
  | 'common'
  | 'combined'
  | 'json'
  | 'caddy'
  | 'traefik'
  | 'cloudflare'
  | 'envoy'
  | 'w3c'
  | 'cloudfront'
  | 'alb'
  | 'haproxy'
  | 'squid'
  | 'har'
  | 'csv'
  | 'tsv'

/** What each format is called in a report. */
export const logFormatLabels: Readonly<Record<LogFormatName, string>> = {
  common: 'Common Log Format',
  combined: 'Combined Log Format',
  json: 'JSON lines',
  caddy: 'Caddy JSON',
  traefik: 'Traefik JSON',
  cloudflare: 'Cloudflare Logpush JSON',
  envoy: 'Envoy JSON',
  w3c: 'W3C Extended Log Format',
  cloudfront: 'Amazon CloudFront',
  alb: 'AWS Application Load Balancer',
  haproxy: 'HAProxy HTTP',
  squid: 'Squid native',
  har: 'HTTP Archive (HAR)',
  csv: 'CSV',
  tsv: 'TSV',
}

/** Which fields hold what, for formats whose fields have names. */
export interface LogFields {
  /**
   * The field with the time: a column, or in JSON a member name or a dotted path (`request.time`; a member of exactly
   * that name comes first). `date+time` joins two fields with a blank. Default: a field with one of the usual names.
   */
  readonly timeField?: string
  /** The field with the client. `''` makes the log one client, `*`. Default: a field with one of the usual names. */
  readonly keyField?: string
  /** The field with the cost, a whole number >= 0 such as `3` or `200.0`. Default: every request costs 1. */
  readonly costField?: string
}

/** Turns the lines of one format into requests, each reported to the tally that it was opened with. */
export interface LineReader {
  readonly name: LogFormatName
  readonly label: string
  /** Reads the line at `bytes[start..end)`, which has no line end. The bytes change after the call. */
  line(bytes: Uint8Array, start: number, end: number): void
  /** There are no more lines. */
  end(): void
}

/** What a format is opened with. */
export interface LogSource {
  readonly tally: LogTally
  readonly clients: ClientNumbers
  readonly fields: LogFields
  /** The beginning of the log, up to 64 KiB, ending with a whole line. */
  readonly head: Uint8Array
  /** Told of every entry of a HAR before it is reported. */
  readonly onEntry?: (entry: unknown) => void
}
