import type { LogReaderOptions, RequestSink } from 'sluice/simulate'
import { progressBar } from '../output/progress.ts'
import type { LogInput } from './log-input.ts'
import { readLog, type ReadLog } from './read-log.ts'

/**
 * Reads logs one after the other, and shows how far it has come.
 *
 * @param doing what is done with them, for the progress bar
 * @param isEnough asked after each chunk: true ends the reading early
 * @returns what was in each log that was read to its end
 */
export async function readLogs(
  doing: string,
  inputs: readonly LogInput[],
  reader: LogReaderOptions,
  sink: RequestSink,
  isEnough: () => boolean = () => false,
): Promise<ReadLog[]> {
  const logs: ReadLog[] = []
  for (const input of inputs) {
    const progress = progressBar(`${doing} ${input.name}`, input.bytes ?? 0)
    try {
      // oxlint-disable-next-line no-await-in-loop -- requests come in the order of the logs
      const log = await readLog(
        input,
        { ...reader, isEnough, onBytes: (bytes) => progress.done(bytes) },
        sink,
      )
      if (log === undefined) break
      logs.push(log)
    } finally {
      progress.end()
    }
  }
  return logs
}
