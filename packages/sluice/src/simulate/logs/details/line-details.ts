import { jsonStart } from '../json-head.ts'
import type { LogFormatName } from '../log-format.ts'
import { decodeText, encodeText } from '../text.ts'
import { clfDetails } from './clf-details.ts'
import { jsonFields } from './json-fields.ts'
import type { Details } from './logged-request.ts'
import { NamedDetails } from './named-details.ts'
import { albDetails, haproxyDetails, squidDetails } from './proxy-details.ts'
import { tableRecords } from './table-records.ts'
import { W3cRecords } from './w3c-records.ts'

/** Finds the details of a request in its line; sees every line, whether or not it is a request. */
export interface LineDetails {
  readonly see?: (line: string) => void
  readonly of: (line: string) => Details
}

/** How the details of a format are found. `head` is the beginning of the log. */
export function lineDetails(format: Exclude<LogFormatName, 'har'>, head: Uint8Array): LineDetails {
  switch (format) {
    case 'common':
    case 'combined':
      return { of: clfDetails }
    case 'alb':
      return { of: albDetails }
    case 'haproxy':
      return { of: haproxyDetails }
    case 'squid':
      return { of: squidDetails }
    case 'csv':
    case 'tsv':
      return named(tableRecords(format, head))
    case 'w3c':
    case 'cloudfront': {
      const records = new W3cRecords()
      return { ...named((line) => records.fields(line)), see: (line) => records.see(line) }
    }
    case 'json':
    case 'caddy':
    case 'traefik':
    case 'cloudflare':
    case 'envoy':
      return named(jsonRecord)
  }
}

type Fields = readonly (readonly [name: string, value: string])[]

function named(fieldsOf: (line: string) => Fields): LineDetails {
  const details = new NamedDetails()
  return { of: (line) => details.of(fieldsOf(line)) }
}

/** The record may stand behind the prefix of a container or syslog line. */
function jsonRecord(line: string): Fields {
  const bytes = encodeText(line)
  try {
    return jsonFields(JSON.parse(decodeText(bytes, jsonStart(bytes, 0, bytes.length), bytes.length)))
  } catch {
    // What is a request for the reader and no JSON here has no details.
    return []
  }
}
