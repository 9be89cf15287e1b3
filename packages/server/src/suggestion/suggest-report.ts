import { ClientTable, RequestList, type LogReaderOptions } from 'sluice/simulate'
import { WorkError } from '../command-error.ts'
import type { LogInput } from '../logs/log-input.ts'
import { readLogs } from '../logs/read-logs.ts'
import { logReport, type LogHead } from '../replay/log-report.ts'
import { suggestBursts, type BurstSuggestion, type SuggestOptions } from './suggestion.ts'

/** What was read, and what it suggests; the JSON of `sluice suggest`. */
export interface SuggestReport extends LogHead, BurstSuggestion {}

/**
 * Reads logs as one and works out what they suggest. All requests are held in memory, 12 to 20 bytes each.
 *
 * @throws WorkError if a log cannot be read or none holds a request; SluiceError from the reader
 */
export async function suggestReport(
  inputs: readonly LogInput[],
  reader: LogReaderOptions,
  options: SuggestOptions,
): Promise<SuggestReport> {
  const clients = new ClientTable()
  const requests = new RequestList()
  const logs = await readLogs('reading', inputs, { ...reader, clients }, (timeMs, client, cost) =>
    requests.push(timeMs, client, cost),
  )
  const names = inputs.map(({ name }) => name)
  const { limits: _, ...head } = logReport(names, logs, clients, [])
  if (head.matched === 0) throw new WorkError(`${head.file} holds no request`)
  const warnings = head.resolutionMs > 1 ? [coarseWarning(head.resolutionMs)] : []
  return { ...head, warnings, ...suggestBursts(requests, (client) => clients.name(client), options) }
}

function coarseWarning(resolutionMs: number): string {
  const unit = resolutionMs === 1000 ? 'second' : 'minute'
  return `the stamps are whole ${unit}s, so all requests of one ${unit} count as one burst; a finer clock may need less.`
}
