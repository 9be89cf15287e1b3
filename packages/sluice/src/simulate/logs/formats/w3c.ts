/**
 * W3C Extended Log Format, as IIS and Amazon CloudFront write it. `#Fields` names the columns and may change inside a
 * log; times are UTC. Without a date column a line belongs to the date of the last `#Date`. A CloudFront log that has
 * lost its directives is read by CloudFront's fixed order of columns.
 */
import { clientAt } from '../client-address.ts'
import { missingField, takenFields } from '../field-names.ts'
import { readIsoDate, readTimeOfDay } from '../iso-time.ts'
import { logFormatLabels, type LineReader, type LogSource } from '../log-format.ts'
import { Stamp } from '../stamp.ts'
import { decodeText } from '../text.ts'
import { readWholeNumber } from '../whole-number.ts'
import { SpacedFields } from '../spaced-fields.ts'

const HASH = 35
const TAB = 9
const CLOUDFRONT_FIELDS =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer)'

export class W3cReader implements LineReader {
  readonly #source: LogSource
  readonly #stamp: Stamp = new Stamp()
  readonly #fields: SpacedFields = new SpacedFields()
  #names: readonly string[] = []
  /** How many fields a line has; 0 as long as that is not known. */
  #count = 0
  #date = -1
  #time = -1
  #client = -1
  #cost = -1
  /** Midnight of the last `#Date`. */
  #directiveDayMs: number = Number.NaN
  #isCloudfront = false

  constructor(source: LogSource) {
    this.#source = source
    const { keyField, costField } = source.fields
    if (keyField) requireName('keyField', keyField, source.head)
    if (costField) requireName('costField', costField, source.head)
  }

  get name(): 'w3c' | 'cloudfront' {
    return this.#isCloudfront ? 'cloudfront' : 'w3c'
  }

  get label(): string {
    const { keyField, costField } = this.#source.fields
    const label = logFormatLabels[this.name]
    if (keyField === undefined && costField === undefined) return label
    const time = this.#date < 0 ? 'time' : 'date+time'
    return label + takenFields(time, keyField ?? this.#names[this.#client], costField)
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    const { tally } = this.#source
    if (bytes[start] === HASH && start < end) {
      this.#readDirective(decodeText(bytes, start, end))
      return tally.leaveOut('directive', bytes, start, end)
    }
    if (this.#names.length === 0 && bytes[start + 10] === TAB && start + 10 < end)
      this.#nameFields(CLOUDFRONT_FIELDS)
    const reason = this.#fault(bytes, start, end)
    if (reason !== undefined) return tally.leaveOut(reason, bytes, start, end)
    const cost = this.#cost < 0 ? 1 : this.#number(bytes, this.#cost)
    if (cost < 0) return tally.leaveOut('the cost is not a whole number', bytes, start, end)
    tally.request(this.#stamp.ms, this.#stamp.resolutionMs, this.#clientOf(bytes), cost)
  }

  end(): void {}

  #fault(bytes: Uint8Array, start: number, end: number): string | undefined {
    if (this.#names.length === 0) return 'no #Fields line above'
    if (this.#time < 0) return '#Fields names no time'
    const fields = this.#fields
    const count = fields.split(bytes, start, end)
    const least = this.#names.length
    if (this.#count > 0 ? count !== this.#count : count < least) return 'not as many fields as #Fields names'
    const timeEnd = fields.ends[this.#time]!
    if (readTimeOfDay(bytes, fields.starts[this.#time]!, timeEnd, this.#stamp) !== timeEnd)
      return 'the time cannot be read'
    const day =
      this.#date < 0
        ? this.#directiveDayMs
        : readIsoDate(bytes, fields.starts[this.#date]!, fields.ends[this.#date]!)
    if (Number.isNaN(day)) return this.#date < 0 ? 'no #Date line above' : 'the date cannot be read'
    this.#stamp.ms += day
    return undefined
  }

  #clientOf(bytes: Uint8Array): number {
    const { clients } = this.#source
    if (this.#client < 0) return clients.indexOfText('*')
    return clientAt(clients, bytes, this.#fields.starts[this.#client]!, this.#fields.ends[this.#client]!)
  }

  #number(bytes: Uint8Array, field: number): number {
    return readWholeNumber(bytes, this.#fields.starts[field]!, this.#fields.ends[field]!)
  }

  #readDirective(text: string): void {
    const [, directive, value = ''] = /^#(\w+):\s*(.*)$/.exec(text) ?? []
    if (directive === 'Fields') {
      this.#nameFields(value)
      this.#count = this.#names.length
    } else if (directive === 'Date') {
      const date = Uint8Array.from(value.slice(0, 10), (character) => character.charCodeAt(0))
      this.#directiveDayMs = readIsoDate(date, 0, date.length)
    }
  }

  #nameFields(list: string): void {
    const names = list.trim().split(/\s+/)
    const { keyField, costField } = this.#source.fields
    this.#names = names
    this.#count = 0
    this.#isCloudfront = names.includes('x-edge-location')
    this.#date = names.indexOf('date')
    this.#time = names.indexOf('time')
    this.#client = keyField
      ? names.indexOf(keyField)
      : Math.max(names.indexOf('c-ip'), names.indexOf('c-dns'))
    this.#cost = costField ? names.indexOf(costField) : -1
  }
}

/** Throws if no `#Fields` line in the beginning of the log has the name. */
function requireName(option: 'keyField' | 'costField', name: string, head: Uint8Array): void {
  const directives = /^#Fields:(.*)$/gm
  const names = [...decodeText(head, 0, head.length).matchAll(directives)].flatMap((match) =>
    match[1]!.trim().split(/\s+/),
  )
  const known = names.length > 0 || head[10] !== TAB ? names : CLOUDFRONT_FIELDS.split(' ')
  if (known.length > 0 && !known.includes(name)) throw missingField(option, name, known)
}
