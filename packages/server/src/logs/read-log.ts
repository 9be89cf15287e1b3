import { closeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import {
  ClientTable,
  createLogReader,
  type LogReader,
  type LogReaderOptions,
  type LogSummary,
  type RequestSink,
} from 'sluice/simulate/logs'
import { DamagedInput } from './damaged-input.ts'
import type { LogInput } from './log-input.ts'
import { openInPieces } from './open-in-pieces.ts'
import { pushPieces, type PushOptions } from './push-pieces.ts'

export interface ReadLogOptions extends LogReaderOptions, Partial<PushOptions> {
  /** When a second thread helps. Default: with files from 256 MiB, where there is a second processor. */
  readonly threads?: ThreadOptions
}

export interface ThreadOptions {
  /** Shorter files are read on one thread: starting a second one takes longer than it saves. */
  readonly leastBytes: number
  readonly pieceBytes: number
  /** Nothing is read before the second thread is ready, so that it is sure to take part. Default false. */
  readonly areAwaited?: boolean
}

/** What was in a log, and what is wrong with its end. */
export interface ReadLog {
  readonly summary: LogSummary
  /** Why not all of the log could be read; the summary is of what came before. */
  readonly damage: DamagedInput | undefined
}

const twoThreads: ThreadOptions = {
  leastBytes: availableParallelism() > 1 ? 2 ** 28 : Infinity,
  pieceBytes: 2 ** 20,
}

const ignored = (): void => undefined
const never = (): boolean => false

/**
 * Reads a log; `sink` is called once a request, in file order.
 *
 * @returns what was in it; undefined if it was ended early
 * @throws WorkError if nothing of it can be read
 * @throws SluiceError `ERR_UNKNOWN_LOG_FORMAT`, `ERR_LOG_FIELD`
 */
export async function readLog(
  input: LogInput,
  { onBytes = ignored, isEnough = never, threads = twoThreads, clients, ...fields }: ReadLogOptions,
  sink: RequestSink,
): Promise<ReadLog | undefined> {
  const reader = createLogReader({ ...fields, clients: clients ?? new ClientTable() }, sink)
  const isLong = input.canReadAgain && (input.bytes ?? 0) >= threads.leastBytes
  const log = isLong ? openInPieces(input.name, threads.pieceBytes, fields) : undefined
  if (log === undefined) return readInChunks(input, reader, { onBytes, isEnough })
  try {
    const isAll = await pushPieces(log, reader, {
      onBytes,
      isEnough,
      awaitsHelper: threads.areAwaited ?? false,
    })
    return isAll ? { summary: reader.end(), damage: undefined } : undefined
  } finally {
    closeSync(log.pieces.fd)
  }
}

async function readInChunks(
  input: LogInput,
  reader: LogReader,
  { onBytes, isEnough }: PushOptions,
): Promise<ReadLog | undefined> {
  let damage: DamagedInput | undefined
  try {
    for await (const chunk of input.chunks(onBytes)) {
      reader.push(chunk)
      if (isEnough()) return undefined
    }
  } catch (error) {
    if (!(error instanceof DamagedInput)) throw error
    damage = error
  }
  try {
    return { summary: reader.end(), damage }
  } catch (error) {
    throw damage ?? error
  }
}
