/** JSON lines, one record a request, alone or inside container and syslog lines. */
import { AnyTime } from '../any-time.ts'
import { clientAt } from '../client-address.ts'
import { guessClientField, guessTimeField, missingField, takenFields } from '../field-names.ts'
import { JsonField } from '../json-field.ts'
import { headFields, jsonStart } from '../json-head.ts'
import { JsonMembers, jsonText } from '../json-members.ts'
import { jsonProfiles, type JsonProfile, type JsonProfileName } from '../json-profiles.ts'
import { logFormatLabels, type LineReader, type LogFields, type LogSource } from '../log-format.ts'
import { encodeText } from '../text.ts'
import { readWholeNumber } from '../whole-number.ts'

const QUOTE = 34
const BACKSLASH = 92

export class JsonLinesReader implements LineReader {
  readonly name: JsonProfileName
  readonly label: string
  readonly #source: LogSource
  readonly #profile: JsonProfile
  readonly #members: JsonMembers = new JsonMembers()
  readonly #stamp: AnyTime = new AnyTime()
  readonly #time: JsonField
  /** The date and the time of day, where two fields hold the time. */
  readonly #timeParts: readonly [JsonField, JsonField] | undefined
  readonly #client: JsonField
  readonly #cost: JsonField | undefined
  readonly #requires: JsonField | undefined
  readonly #only: JsonField | undefined

  constructor(name: JsonProfileName, source: LogSource) {
    const profile = jsonProfiles[name]
    const fields = source.fields
    const { time, client, taken } = chooseFields(profile, fields, headFields(source.head))
    const field = (names: readonly string[]): JsonField => new JsonField(this.#members, names)
    this.name = name
    this.label = logFormatLabels[name] + taken
    this.#source = source
    this.#profile = profile
    this.#time = field(time)
    const [date, timeOfDay] = time.length === 1 ? time[0]!.split('+', 2) : []
    this.#timeParts = date && timeOfDay ? [field([date]), field([timeOfDay])] : undefined
    this.#client = field(client)
    this.#cost = fields.costField ? field([fields.costField]) : undefined
    this.#requires = profile.requires === undefined ? undefined : field([profile.requires])
    this.#only = profile.only === undefined ? undefined : field([profile.only[0]])
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    const { tally } = this.#source
    if (!this.#members.read(bytes, jsonStart(bytes, start, end), end)) {
      return tally.leaveOut('not JSON', bytes, start, end)
    }
    if (!this.#isAccessRecord(bytes)) return tally.leaveOut('not an access record', bytes, start, end)
    if (!this.#readTime(bytes)) return tally.leaveOut('the time cannot be read', bytes, start, end)
    const cost = this.#cost === undefined ? 1 : this.#number(bytes, this.#cost)
    if (cost < 0) return tally.leaveOut('the cost is not a whole number', bytes, start, end)
    const { ms, resolutionMs } = this.#stamp.stamp
    tally.request(ms, resolutionMs, this.#clientOf(bytes), cost)
  }

  end(): void {}

  #isAccessRecord(bytes: Uint8Array): boolean {
    if (this.#time.slot(bytes) < 0 && (this.#timeParts?.some((part) => part.slot(bytes) < 0) ?? true))
      return false
    if (this.#requires !== undefined && this.#requires.slot(bytes) < 0) return false
    const only = this.#only?.slot(bytes) ?? -1
    return (
      only < 0 ||
      jsonText(bytes, this.#members.starts[only]!, this.#members.ends[only]!) === this.#profile.only?.[1]
    )
  }

  #readTime(bytes: Uint8Array): boolean {
    const { starts, ends } = this.#members
    const slot = this.#time.slot(bytes)
    if (slot >= 0)
      return this.#stamp.read(
        bytes,
        inside(bytes, starts[slot]!),
        ends[slot]! - quoteAt(bytes, starts[slot]!),
      )
    const [date, time] = this.#timeParts!.map((part) => part.slot(bytes))
    const [dateStart, timeStart] = [starts[date!]!, starts[time!]!]
    return this.#stamp.readJoined(
      bytes,
      inside(bytes, dateStart),
      ends[date!]! - quoteAt(bytes, dateStart),
      inside(bytes, timeStart),
      ends[time!]! - quoteAt(bytes, timeStart),
    )
  }

  #clientOf(bytes: Uint8Array): number {
    const { clients } = this.#source
    const slot = this.#client.slot(bytes)
    if (slot < 0) return clients.indexOfText('*')
    const start = this.#members.starts[slot]!
    const end = this.#members.ends[slot]!
    const quote = quoteAt(bytes, start)
    if (quote === 0 || !bytes.subarray(start, end).includes(BACKSLASH)) {
      return clientAt(clients, bytes, start + quote, end - quote)
    }
    const text = encodeText(jsonText(bytes, start, end))
    return clientAt(clients, text, 0, text.length)
  }

  #number(bytes: Uint8Array, field: JsonField): number {
    const slot = field.slot(bytes)
    if (slot < 0) return -1
    const start = this.#members.starts[slot]!
    return readWholeNumber(bytes, inside(bytes, start), this.#members.ends[slot]! - quoteAt(bytes, start))
  }
}

/** 1 if the value at `start` is a string, else 0: how far its text is inside. */
function quoteAt(bytes: Uint8Array, start: number): number {
  return bytes[start] === QUOTE ? 1 : 0
}

function inside(bytes: Uint8Array, start: number): number {
  return start + quoteAt(bytes, start)
}

interface ChosenFields {
  readonly time: readonly string[]
  readonly client: readonly string[]
  readonly taken: string
}

/** Which fields to read. Throws `ERR_LOG_FIELD` for a named one that no record in the beginning of the log has. */
function chooseFields(profile: JsonProfile, fields: LogFields, names: readonly string[]): ChosenFields {
  const { timeField, keyField, costField } = fields
  const isKnown = (name: string): boolean => names.includes(name)
  if (names.length > 0) {
    const isTimeKnown =
      timeField === undefined || isKnown(timeField) || timeField.split('+', 2).every(isKnown)
    if (!isTimeKnown) throw missingField('timeField', timeField, names)
    if (keyField && !isKnown(keyField)) throw missingField('keyField', keyField, names)
    if (costField && !isKnown(costField)) throw missingField('costField', costField, names)
  }
  const guessed = guessTimeField(names)
  const time = timeField ?? (profile.time.length > 0 ? undefined : guessed)
  if (time === undefined && profile.time.length === 0 && names.length > 0)
    throw missingField('timeField', undefined, names)
  const client = keyField ?? (profile.client.length > 0 ? undefined : guessClientField(names, 'json'))
  const isGuessedOrNamed =
    profile.time.length === 0 || timeField !== undefined || keyField !== undefined || costField !== undefined
  const shownClient = client ?? profile.client[0]
  return {
    time: time === undefined ? profile.time : [time],
    client: client === undefined ? profile.client : client === '' ? [] : [client],
    taken: isGuessedOrNamed ? takenFields(time ?? profile.time[0] ?? 'none', shownClient, costField) : '',
  }
}
