/**
 * CSV and TSV with a header line (RFC 4180): a field that begins with a quote ends at the next one that is not
 * doubled, and may hold separators and line ends. A quote inside a field is an ordinary character.
 */
import { AnyTime } from '../any-time.ts'
import { DelimitedFields, QUOTE_NOT_CLOSED, TEXT_AFTER_QUOTE } from '../delimited-fields.ts'
import { logFormatLabels, type LineReader, type LogSource } from '../log-format.ts'
import { OpenRecord } from '../open-record.ts'
import { findColumns, type TableColumns } from '../table-columns.ts'
import { readWholeNumber } from '../whole-number.ts'

export class DelimitedReader implements LineReader {
  readonly name: 'csv' | 'tsv'
  readonly label: string
  readonly #source: LogSource
  readonly #fields: DelimitedFields
  readonly #columns: TableColumns
  readonly #time: AnyTime = new AnyTime()
  readonly #open: OpenRecord
  #isHeaderRead = false

  constructor(name: 'csv' | 'tsv', source: LogSource) {
    const fields = new DelimitedFields(name === 'csv' ? 44 : 9)
    this.name = name
    this.#source = source
    this.#fields = fields
    this.#columns = findColumns(source.head, fields, source.fields)
    this.label = logFormatLabels[name] + this.#columns.taken
    this.#open = new OpenRecord({
      staysOpen: (bytes, start, end) => fields.staysOpen(bytes, start, end),
      read: (bytes, start, end, line) => this.#read(bytes, start, end, line),
      leaveOut: (bytes, start, end, line) =>
        source.tally.leaveOut('a quote is not closed', bytes, start, end, line),
    })
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    if (this.#open.isOpen) this.#open.add(bytes, start, end)
    else this.#read(bytes, start, end, this.#source.tally.lines)
  }

  end(): void {
    this.#open.end()
  }

  #read(bytes: Uint8Array, start: number, end: number, line: number): void {
    const { tally, clients } = this.#source
    const count = this.#fields.split(bytes, start, end)
    if (count === QUOTE_NOT_CLOSED) return this.#open.begin(bytes, start, end, line)
    const reason = this.#fault(bytes, start, end, count)
    if (reason !== undefined) return tally.leaveOut(reason, bytes, start, end, line)
    const { client, cost } = this.#columns
    const units = cost < 0 ? 1 : readWholeNumber(bytes, this.#fields.starts[cost]!, this.#fields.ends[cost]!)
    if (units < 0) return tally.leaveOut('the cost is not a whole number', bytes, start, end, line)
    const number = client < 0 ? clients.indexOfText('*') : this.#fields.client(bytes, client, clients)
    tally.request(this.#time.stamp.ms, this.#time.stamp.resolutionMs, number, units)
  }

  #fault(bytes: Uint8Array, start: number, end: number, count: number): string | undefined {
    if (!this.#isHeaderRead && start < end) {
      this.#isHeaderRead = true
      return 'header line'
    }
    if (count === TEXT_AFTER_QUOTE) return 'text follows a closing quote'
    if (count < this.#columns.count) return 'fewer fields than the header'
    return this.#readTime(bytes) ? undefined : 'the time cannot be read'
  }

  #readTime(bytes: Uint8Array): boolean {
    const { starts, ends } = this.#fields
    const { time, timeOfDay } = this.#columns
    if (timeOfDay < 0) return this.#time.read(bytes, starts[time]!, ends[time]!)
    return this.#time.readJoined(bytes, starts[time]!, ends[time]!, starts[timeOfDay]!, ends[timeOfDay]!)
  }
}
