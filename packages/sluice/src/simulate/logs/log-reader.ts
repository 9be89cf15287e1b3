/**
 * Reads access logs, chunk by chunk: the format is found or given, every line becomes a request or is counted with
 * the reason why it is none. Time and client of a request are handed to a sink; no line is kept.
 *
 * The beginning of the log, 64 KiB or one longer line, waits until the format is known. Memory does not grow with the log but with
 * its clients. A HAR is one JSON document and is held as a whole.
 */
import { SluiceError } from '../../errors.ts'
import { ClientTable, OneClient, grown } from './client-table.ts'
import { DescribedTally, describedLines } from './details/described-tally.ts'
import { harDetails } from './details/har-details.ts'
import { lineDetails } from './details/line-details.ts'
import type { LoggedRequest } from './details/logged-request.ts'
import { detectFormat } from './detect-format.ts'
import { fieldWithoutUse } from './field-names.ts'
import { HarReader } from './formats/har.ts'
import { lineFormats } from './line-formats.ts'
import { LineSplitter, LONGEST_LINE_BYTES } from './line-splitter.ts'
import { logFormatLabels, type LogFields, type LogFormatName, type LogSource } from './log-format.ts'
import { canBeReadInPieces, type LogPiece, type PieceSource } from './log-piece.ts'
import { beginning, HEAD_BYTES, withoutByteOrderMark } from './log-head.ts'
import { LogTally, type UnmatchedLines } from './log-tally.ts'
import { PieceClients } from './piece-clients.ts'
import { RequestReport, type RequestSink } from './request-report.ts'

export interface LogReaderOptions extends LogFields {
  /** Default: detected from the beginning of the log. */
  readonly format?: LogFormatName
  /** Where clients get their numbers; share one over several logs. Default: a new table. */
  readonly clients?: ClientTable
  /**
   * Gives each request the number that the sink is told in place of its client's, by all that the log says of it. Every
   * line is then read as text, which takes several times as long, and by this thread alone.
   */
  readonly numberOf?: (request: LoggedRequest) => number
}

/** Reads one log. */
export interface LogReader {
  /**
   * Takes the next piece of the log. Throws `ERR_UNKNOWN_LOG_FORMAT` if the text follows no format, and
   * `ERR_LOG_FIELD` if a field that was named is not in it.
   */
  push(chunk: Uint8Array): void
  /**
   * How a `PieceReader` can read the rest of the log; undefined as long as the format is not known, and for formats
   * whose lines hang together.
   */
  readonly pieceSource: PieceSource | undefined
  /** Takes the next piece of the log as a `PieceReader` has read it: the same as pushing its bytes. */
  pushPiece(piece: LogPiece): void
  /** The log is complete. Throws like `push`, and `ERR_UNKNOWN_LOG_FORMAT` for an empty log. */
  end(): LogSummary
  /** Counts so far. */
  readonly progress: LogProgress
}

export interface LogProgress {
  readonly lines: number
  readonly matched: number
}

/** What was in a log. */
export interface LogSummary extends LogProgress {
  readonly format: LogFormatName
  /** The format for people, with the fields that were taken where they were guessed or named. */
  readonly formatLabel: string
  /** Lines of the log; entries of a HAR. */
  readonly lines: number
  /** Lines that hold a request. */
  readonly matched: number
  /** Lines that hold none, by reason. */
  readonly unmatched: ReadonlyMap<string, Readonly<UnmatchedLines>>
  /** The smallest time of a request, in milliseconds since the Unix epoch. */
  readonly firstMs: number | undefined
  /** The largest time of a request. */
  readonly lastMs: number | undefined
  /** Requests whose time is below the highest time of the requests above them. */
  readonly earlierThanALineAbove: number
  /** The finest unit of the stamps: 60000 (no seconds), 1000 (whole seconds) or 1. */
  readonly resolutionMs: number
}

/** What one format does with the bytes of a log. */
interface ByteReader {
  push(chunk: Uint8Array): void
  end(): void
}

const LF = 10

/** Reads a log whose chunks are pushed; `sink` is called once a request, in file order. */
export function createLogReader(options: LogReaderOptions, sink: RequestSink): LogReader {
  return new ChunkedLogReader(options, sink)
}

class ChunkedLogReader implements LogReader {
  readonly #options: LogReaderOptions
  readonly #tally: LogTally
  readonly #described: DescribedTally | undefined
  readonly #report: RequestReport
  readonly #clients: ClientTable
  #head: Uint8Array = new Uint8Array(0)
  #reader: ByteReader | undefined
  #pieceClients: PieceClients | undefined
  #pieceSource: PieceSource | undefined
  #format: LogFormatName | undefined
  #label: () => string = () => ''

  constructor(options: LogReaderOptions, sink: RequestSink) {
    if (options.format !== undefined && !Object.hasOwn(logFormatLabels, options.format)) {
      const known = Object.keys(logFormatLabels).join(', ')
      const message = `format is ${JSON.stringify(options.format)}; it can be ${known}`
      throw new SluiceError('ERR_INVALID_OPTION', message, { field: 'format', value: options.format })
    }
    this.#options = options
    this.#report = new RequestReport(sink)
    this.#clients = options.clients ?? new ClientTable()
    const { numberOf } = options
    this.#described = numberOf === undefined ? undefined : new DescribedTally(this.#clients, numberOf)
    this.#tally = this.#described ?? new LogTally()
  }

  get progress(): LogProgress {
    return { lines: this.#tally.lines, matched: this.#tally.matched }
  }

  push(chunk: Uint8Array): void {
    if (this.#reader) return this.#read(this.#reader, chunk)
    const length = this.#head.length
    const head = grown(this.#head, length + chunk.length)
    head.set(chunk, length)
    this.#head = head
    const hasLine = head.length > LONGEST_LINE_BYTES || chunk.includes(LF) || head.includes(LF)
    if (head.length >= HEAD_BYTES && hasLine) this.#open(false)
  }

  get pieceSource(): PieceSource | undefined {
    return this.#pieceSource
  }

  pushPiece(piece: LogPiece): void {
    if (this.#reader === undefined || this.#pieceClients === undefined) {
      throw new SluiceError(
        'ERR_UNKNOWN_LOG_FORMAT',
        'this log is not known to be one that is read in pieces',
      )
    }
    // Lines that were cut are read here; those between them have been.
    this.#read(this.#reader, piece.beginning)
    this.#tally.add(piece.counts)
    this.#report.add(this.#pieceClients.renumbered(piece))
    this.#read(this.#reader, piece.end)
  }

  end(): LogSummary {
    if (!this.#reader) this.#open(true)
    this.#reader?.end()
    this.#handOn()
    const tally = this.#tally
    const { firstMs, lastMs, earlier } = this.#report
    return {
      format: this.#format!,
      formatLabel: this.#label(),
      lines: tally.lines,
      matched: tally.matched,
      unmatched: tally.unmatched,
      firstMs: tally.matched > 0 ? firstMs : undefined,
      lastMs: tally.matched > 0 ? lastMs : undefined,
      earlierThanALineAbove: earlier,
      resolutionMs: tally.matched > 0 ? tally.resolutionMs : 1000,
    }
  }

  #open(complete: boolean): void {
    const text = withoutByteOrderMark(this.#head)
    this.#head = new Uint8Array(0)
    if (text.length === 0) throw new SluiceError('ERR_UNKNOWN_LOG_FORMAT', 'the log is empty')
    const head = beginning(text, complete)
    const fields = this.#options
    const name = this.#options.format ?? detectFormat(head, fields)
    const unused = fieldWithoutUse(name, fields)
    if (unused !== undefined) throw uselessField(unused, fields[unused], name)
    const source = { tally: this.#tally, clients: this.#numbers(), fields, head }
    this.#format = name
    this.#reader = name === 'har' ? this.#openHar(source) : this.#openLines(name, source)
    this.#read(this.#reader, text)
  }

  #read(reader: ByteReader, bytes: Uint8Array): void {
    reader.push(bytes)
    this.#handOn()
  }

  #handOn(): void {
    this.#report.add(this.#tally.requests)
    this.#tally.requests.clear()
  }

  #numbers(): LogSource['clients'] {
    return this.#options.keyField === '' ? new OneClient(this.#clients) : this.#clients
  }

  #openHar(source: LogSource): ByteReader {
    this.#label = () => logFormatLabels.har
    const described = this.#described
    if (described === undefined) return new HarReader(source)
    return new HarReader({ ...source, onEntry: (entry) => (described.details = () => harDetails(entry)) })
  }

  #openLines(name: Exclude<LogFormatName, 'har'>, source: LogSource): ByteReader {
    const plain = lineFormats[name](source)
    const described = this.#described
    const lines =
      described === undefined ? plain : describedLines(plain, lineDetails(name, source.head), described)
    this.#label = () => lines.label
    const splitter = new LineSplitter(lines, this.#tally)
    if (described === undefined && canBeReadInPieces(name)) {
      this.#pieceClients = new PieceClients(source.clients)
      this.#pieceSource = { format: name, fields: onlyFields(source.fields), head: source.head.slice() }
    }
    return {
      push: (chunk) => splitter.push(chunk),
      end: () => {
        splitter.end()
        lines.end()
      },
    }
  }
}

/** Options hold more, and not all of that can be handed to another thread. */
function onlyFields({ timeField, keyField, costField }: LogFields): LogFields {
  return {
    ...(timeField === undefined ? {} : { timeField }),
    ...(keyField === undefined ? {} : { keyField }),
    ...(costField === undefined ? {} : { costField }),
  }
}

function uselessField(field: keyof LogFields, value: string | undefined, name: LogFormatName): SluiceError {
  const message = `${field} is ${JSON.stringify(value)}, but a log in ${logFormatLabels[name]} has no such choice`
  return new SluiceError('ERR_LOG_FIELD', message, { field, value })
}
