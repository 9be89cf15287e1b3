import type { ClientTable } from '../client-table.ts'
import type { LineReader } from '../log-format.ts'
import { LogTally } from '../log-tally.ts'
import { decodeText } from '../text.ts'
import type { LineDetails } from './line-details.ts'
import type { Details, LoggedRequest } from './logged-request.ts'

/** Numbers each request by all that its log says of it, where another tally keeps the number of its client. */
export class DescribedTally extends LogTally {
  readonly #clients: ClientTable
  readonly #numberOf: (request: LoggedRequest) => number
  /** The details of the request that is being read. */
  details: () => Details = () => new Map()

  constructor(clients: ClientTable, numberOf: (request: LoggedRequest) => number) {
    super()
    this.#clients = clients
    this.#numberOf = numberOf
  }

  override request(timeMs: number, resolutionMs: number, client: number, cost: number): void {
    const name = this.#clients.name(client)
    const details = new Map(this.details())
    // In tables the column of the client is often called `host`.
    if (details.get('host') === name) details.delete('host')
    const number = this.#numberOf(Object.fromEntries(details.set('client', name)))
    super.request(timeMs, resolutionMs, number, cost)
  }
}

/** Lets a reader read, and finds the details of the requests that it reports in the text of their lines. */
export function describedLines(reader: LineReader, details: LineDetails, tally: DescribedTally): LineReader {
  // Lines of a record that goes on: nothing has been reported of them yet.
  let open = ''
  return {
    get name() {
      return reader.name
    },
    get label() {
      return reader.label
    },
    line(bytes, start, end) {
      const line = decodeText(bytes, start, end)
      const record = open === '' ? line : `${open}\n${line}`
      const before = tally.reported
      details.see?.(line)
      tally.details = () => details.of(record)
      reader.line(bytes, start, end)
      open = tally.reported === before ? record : ''
    },
    end() {
      reader.end()
    },
  }
}
