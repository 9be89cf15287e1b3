/** Opens a reader for each format that has one request a line. */
import { AlbReader } from './formats/alb.ts'
import { ClfReader } from './formats/clf.ts'
import { DelimitedReader } from './formats/delimited.ts'
import { HaproxyReader } from './formats/haproxy.ts'
import { JsonLinesReader } from './formats/json-lines.ts'
import { SquidReader } from './formats/squid.ts'
import { W3cReader } from './formats/w3c.ts'
import type { LineReader, LogFormatName, LogSource } from './log-format.ts'

/** Throws `ERR_LOG_FIELD` if a field that was named, or a time, is not in the log. */
type OpenFormat = (source: LogSource) => LineReader

export const lineFormats: Readonly<Record<Exclude<LogFormatName, 'har'>, OpenFormat>> = {
  common: (source) => new ClfReader(source),
  combined: (source) => new ClfReader(source),
  json: (source) => new JsonLinesReader('json', source),
  caddy: (source) => new JsonLinesReader('caddy', source),
  traefik: (source) => new JsonLinesReader('traefik', source),
  cloudflare: (source) => new JsonLinesReader('cloudflare', source),
  envoy: (source) => new JsonLinesReader('envoy', source),
  w3c: (source) => new W3cReader(source),
  cloudfront: (source) => new W3cReader(source),
  alb: (source) => new AlbReader(source),
  haproxy: (source) => new HaproxyReader(source),
  squid: (source) => new SquidReader(source),
  csv: (source) => new DelimitedReader('csv', source),
  tsv: (source) => new DelimitedReader('tsv', source),
}
