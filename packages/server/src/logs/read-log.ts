import { createLogReader, type LogReaderOptions, type LogSummary, type RequestSink } from 'sluice/simulate'
import { DamagedInput } from './damaged-input.ts'
import type { LogInput } from './log-input.ts'

export interface ReadLogOptions extends LogReaderOptions {
  /** Told how many bytes have been read as they are stored. */
  readonly onBytes?: (bytesRead: number) => void
  /** Asked after each chunk: true ends the reading early. Default: the log is read to its end. */
  readonly isEnough?: () => boolean
}

/** What was in a log, and what is wrong with its end. */
export interface ReadLog {
  readonly summary: LogSummary
  /** Why not all of the log could be read; the summary is of what came before. */
  readonly damage: DamagedInput | undefined
}

/**
 * Reads a log; `sink` is called once a request, in file order.
 *
 * @returns what was in it; undefined if it was ended early
 * @throws WorkError if nothing of it can be read
 * @throws SluiceError `ERR_UNKNOWN_LOG_FORMAT`, `ERR_LOG_FIELD`
 */
export async function readLog(
  input: LogInput,
  { onBytes = () => undefined, isEnough = () => false, ...options }: ReadLogOptions,
  sink: RequestSink,
): Promise<ReadLog | undefined> {
  const reader = createLogReader(options, sink)
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
