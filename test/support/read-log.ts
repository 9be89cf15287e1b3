/** Reads a whole log in a test, with the names of clients put in. */
import { ClientTable } from '../../packages/sluice/src/simulate/logs/client-table.ts'
import {
  createLogReader,
  type LogReaderOptions,
  type LogSummary,
} from '../../packages/sluice/src/simulate/logs/log-reader.ts'

export interface ReadRequest {
  readonly timeMs: number
  readonly client: string
  readonly cost: number
}

export interface ReadLog {
  readonly summary: LogSummary
  readonly requests: readonly ReadRequest[]
  readonly clients: ClientTable
}

/** Pushes the text cut at the given places, or as one piece. */
export function readLog(
  text: string | Uint8Array,
  options: LogReaderOptions = {},
  cuts: readonly number[] = [],
): ReadLog {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const clients = options.clients ?? new ClientTable()
  const requests: ReadRequest[] = []
  const reader = createLogReader({ ...options, clients }, (timeMs, client, cost) =>
    requests.push({ timeMs, client: clients.name(client), cost }),
  )
  let from = 0
  for (const cut of cuts.toSorted((a, b) => a - b)) {
    // A reader may not keep a chunk, so each is spoilt after it was pushed.
    const chunk = bytes.slice(from, cut)
    reader.push(chunk)
    chunk.fill(0x2a)
    from = Math.max(from, cut)
  }
  reader.push(bytes.slice(from))
  return { summary: reader.end(), requests, clients }
}

/** The stamps of the requests as ISO 8601. */
export function stampsOf({ requests }: ReadLog): readonly string[] {
  return requests.map(({ timeMs }) => new Date(timeMs).toISOString())
}

/** The reasons for which lines were left out, with their counts. */
export function reasonsOf({ summary }: ReadLog): Record<string, number> {
  return Object.fromEntries([...summary.unmatched].map(([reason, { count }]) => [reason, count]))
}
