/** Fields that have names: which one a user meant, and which one is meant when the user named none. */
import { SluiceError } from '../../errors.ts'
import type { LogFields, LogFormatName } from './log-format.ts'

/** Usual names of a time, best first; compared without case and punctuation. */
const TIME_NAMES = [
  'timestamp',
  'time',
  'datetime',
  'ts',
  'timelocal',
  'timeiso8601',
  'msec',
  'starttime',
  'startutc',
  'starteddatetime',
  'requesttimestamp',
  'eventtime',
  'createdat',
  'date',
]

/** Usual names of a client, best first. A JSON record's `host` is mostly the server, so that name is for tables only. */
const CLIENT_NAMES = [
  'clientip',
  'client',
  'ip',
  'ipaddress',
  'remoteaddr',
  'remoteip',
  'remotehost',
  'clienthost',
]
const MORE_CLIENT_NAMES = [
  'cip',
  'sourceip',
  'srcip',
  'clientaddress',
  'address',
  'addr',
  'user',
  'userid',
  'apikey',
]

/** The field that seems to hold the time; `date+time` where there are both. */
export function guessTimeField(names: readonly string[]): string | undefined {
  const date = named(names, ['date'])
  const time = named(names, ['time'])
  if (date !== undefined && time !== undefined) return `${date}+${time}`
  return named(names, TIME_NAMES)
}

/** The field that seems to hold the client. */
export function guessClientField(names: readonly string[], kind: 'table' | 'json'): string | undefined {
  const usual = [...CLIENT_NAMES, ...(kind === 'table' ? ['host'] : []), ...MORE_CLIENT_NAMES]
  return named(names, usual)
}

function named(names: readonly string[], wanted: readonly string[]): string | undefined {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  for (const name of wanted) {
    const index = plain.indexOf(name)
    if (index >= 0) return names[index]
  }
  return undefined
}

/** What a report says was taken: ` (time: date+time, client: ip)`. */
export function takenFields(time: string, client: string | undefined, cost: string | undefined): string {
  const key = client === undefined ? 'no client' : client === '' ? 'all as one client' : `client: ${client}`
  return ` (time: ${time}, ${key}${cost === undefined ? '' : `, cost: ${cost}`})`
}

/** The error for a field that was named, or had to be, and is not there. */
export function missingField(
  field: string,
  value: string | undefined,
  names: readonly string[],
): SluiceError {
  const what =
    value === undefined
      ? `no field looks like a time; name it`
      : `the log has no field ${JSON.stringify(value)}`
  const message = `${what}; its fields are ${names.slice(0, 100).join(', ')}`
  return new SluiceError('ERR_LOG_FIELD', message, { field, value })
}

const NAMED_FIELDS: Partial<Record<LogFormatName, readonly (keyof LogFields)[]>> = {
  csv: ['timeField', 'keyField', 'costField'],
  tsv: ['timeField', 'keyField', 'costField'],
  json: ['timeField', 'keyField', 'costField'],
  caddy: ['timeField', 'keyField', 'costField'],
  traefik: ['timeField', 'keyField', 'costField'],
  cloudflare: ['timeField', 'keyField', 'costField'],
  envoy: ['timeField', 'keyField', 'costField'],
  w3c: ['keyField', 'costField'],
  cloudfront: ['keyField', 'costField'],
}

/** The first option that names a field in a format whose fields have no names, or whose time is always the same. */
export function fieldWithoutUse(format: LogFormatName, fields: LogFields): keyof LogFields | undefined {
  const usable = NAMED_FIELDS[format] ?? []
  const given = (['timeField', 'keyField', 'costField'] as const).filter(
    (name) => (fields[name] ?? '') !== '',
  )
  return given.find((name) => !usable.includes(name))
}
