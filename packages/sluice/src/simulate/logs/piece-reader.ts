import { ClientTable, grown, OneClient } from './client-table.ts'
import { lineFormats } from './line-formats.ts'
import { LineSplitter } from './line-splitter.ts'
import type { LogPiece, PieceSource } from './log-piece.ts'
import { LogTally } from './log-tally.ts'
import type { RequestRows } from './request-columns.ts'

const LF = 10

/**
 * Reads pieces of a log, cut anywhere, into what `LogReader.pushPiece` takes. Several readers share the work: the
 * pieces of each must be pushed in the order in which it read them, since a piece only names clients new to its reader.
 */
export class PieceReader {
  readonly #id: number
  readonly #tally: LogTally = new LogTally()
  readonly #clients: ClientTable = new ClientTable()
  readonly #splitter: LineSplitter
  #clientsTold = 0

  /**
   * @param source of the log's own reader
   * @param id a small whole number that no other reader of this log has
   */
  constructor({ format, fields, head }: PieceSource, id: number) {
    const clients = fields.keyField === '' ? new OneClient(this.#clients) : this.#clients
    const lines = lineFormats[format]({ tally: this.#tally, clients, fields, head })
    this.#id = id
    this.#splitter = new LineSplitter(lines, this.#tally)
  }

  /** Nothing of the bytes is kept, and nothing of the piece is changed later. */
  read(bytes: Uint8Array): LogPiece {
    const firstEnd = bytes.indexOf(LF) + 1
    const start = firstEnd === 0 ? bytes.length : firstEnd
    const end = firstEnd === 0 ? bytes.length : bytes.lastIndexOf(LF) + 1
    if (end > start) this.#splitter.push(bytes.subarray(start, end))
    const piece = {
      reader: this.#id,
      beginning: copyOfBytes(bytes, 0, start),
      end: copyOfBytes(bytes, end, bytes.length),
      counts: this.#tally.counts(),
      requests: copyOf(this.#tally.requests),
      ...this.#newNames(),
    }
    this.#tally.restart()
    return piece
  }

  #newNames(): Pick<LogPiece, 'names' | 'nameEnds'> {
    const { bytes, ends } = this.#clients.namesFrom(this.#clientsTold)
    this.#clientsTold = this.#clients.size
    return { names: bytes, nameEnds: ends }
  }
}

/** Not `slice`, which gives a view where the bytes are a Buffer of Node. */
function copyOfBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return grown(bytes.subarray(start, end), end - start)
}

function copyOf({ times, clients, costs, length }: RequestRows): RequestRows {
  return {
    times: times.slice(0, length),
    clients: clients.slice(0, length),
    costs: costs?.slice(0, length),
    length,
  }
}
