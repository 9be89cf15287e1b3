import { createLogReader, type LogFields, type LogReader } from 'sluice/simulate'
import { fileChunks } from './file-chunks.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { KeptRequests } from './kept-requests.ts'
import type { LogOverview, ReadProgress } from './log-overview.ts'
import { LogSession } from './log-session.ts'

export interface ReadLogOptions extends LogFields {
  readonly onProgress?: (progress: ReadProgress) => void
  /** Reading stops after so many requests. Default 10,000,000, which bounds memory to about half a gigabyte. */
  readonly mostRequests?: number
}

export interface ReadLog {
  readonly overview: LogOverview
  readonly session: LogSession
}

const MOST_REQUESTS = 10_000_000
const TOP_CLIENTS = 200

/**
 * Reads a log of any format that the library knows, in pieces; only time, client and cost of a request are kept.
 *
 * @throws UnreadableFile for a file that cannot be decompressed or holds no request; SluiceError
 * `ERR_UNKNOWN_LOG_FORMAT` for text of no known format, `ERR_LOG_FIELD` for a field that is not in it
 */
export async function readLog(file: File, options: ReadLogOptions = {}): Promise<ReadLog> {
  const { onProgress, mostRequests = MOST_REQUESTS, ...fields } = options
  const kept = new KeptRequests(mostRequests)
  const reader = createLogReader({ ...fields, clients: kept.table }, (timeMs, client, cost) =>
    kept.add(timeMs, client, cost),
  )
  const damage = await pushAll(file, reader, kept, (bytes) =>
    onProgress?.({ bytes, totalBytes: file.size, requests: kept.size }),
  )
  const { formatLabel, lines, matched, resolutionMs } = reader.end()
  if (kept.size === 0)
    throw new UnreadableFile(
      damage ?? `This file holds no request that could be read: ${lines} lines, as ${formatLabel}.`,
    )
  const session = new LogSession(kept.table, kept.list, kept.counts)
  return {
    session,
    overview: {
      fileName: file.name,
      formatLabel,
      lines,
      requests: kept.size,
      unmatched: lines - matched,
      clients: session.clients,
      top: session.find('', TOP_CLIENTS),
      firstMs: kept.firstMs,
      lastMs: kept.lastMs,
      resolutionMs,
      shortfall: shortfallOf(kept, damage),
    },
  }
}

/** Gives back what was wrong with the file, once something of it could be read. */
async function pushAll(
  file: File,
  reader: LogReader,
  kept: KeptRequests,
  onBytes: (bytes: number) => void,
): Promise<string | undefined> {
  try {
    for await (const chunk of fileChunks(file, onBytes)) {
      reader.push(chunk)
      if (kept.isFull) break
    }
    return undefined
  } catch (error) {
    if (!(error instanceof UnreadableFile) || reader.progress.lines === 0) throw error
    return error.message
  }
}

function shortfallOf(kept: KeptRequests, damage: string | undefined): string | undefined {
  const parts = [
    damage === undefined ? '' : `${damage} What comes before the damage was read.`,
    kept.isFull ? `Only the first ${kept.size} requests were read.` : '',
    kept.outOfTime > 0 ? `${kept.outOfTime} requests outside 1970 to 2070 were left out.` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}
