import type { AlgorithmName } from 'sluice'
import {
  ClientTable,
  LOOK_AHEAD_REQUESTS,
  LookAhead,
  Replay,
  RequestList,
  type LogReaderOptions,
  type ReplayLimit,
  type ReplayOptions,
} from 'sluice/simulate'
import { WorkError } from '../command-error.ts'
import { titleOf, type LogInput } from '../logs/log-input.ts'
import type { ReadLog } from '../logs/read-log.ts'
import { readLogs } from '../logs/read-logs.ts'
import { logReport, type LogReport } from './log-report.ts'

export interface ReplayLogOptions {
  readonly limits: readonly ReplayLimit[]
  readonly algorithms: readonly AlgorithmName[]
  readonly reader: LogReaderOptions
  /** The caller knows that the log is in order, so it is never held in memory. */
  readonly isSorted: boolean
  /** Makes what looks on while requests are decided; asked again where the log has to be replayed from its beginning. */
  readonly watch?: () => NonNullable<ReplayOptions['onDecisions']>
}

/**
 * Replays a log, or several as one, by time, then in the order of the lines.
 *
 * A log that is in order, or whose late lines stand at most 65,536 requests too late, is replayed as it is read, in
 * constant memory. Any other is read a second time, all its requests are held in memory, 12 to 20 bytes each, and
 * sorted. What can be read only once, standard input and pipes, is held from the start unless `isSorted` says that
 * it need not be.
 *
 * @throws WorkError if a log cannot be read, or is not in order although `isSorted` says so
 * @throws SluiceError `ERR_UNKNOWN_LOG_FORMAT`, `ERR_LOG_FIELD`
 */
export async function replayLog(inputs: readonly LogInput[], options: ReplayLogOptions): Promise<LogReport> {
  const isStreamed = options.isSorted || inputs.every(({ canReadAgain }) => canReadAgain)
  return (isStreamed ? await streamed(inputs, options) : undefined) ?? (await sorted(inputs, options))
}

/** Replays while reading; undefined if the log turns out not to be in order. */
async function streamed(
  inputs: readonly LogInput[],
  options: ReplayLogOptions,
): Promise<LogReport | undefined> {
  const clients = new ClientTable()
  const replay = replayOf(options)
  const lookAhead = new LookAhead((block) => replay.decide(block), { patient: options.isSorted })
  const logs = await readLogs(
    'replaying',
    inputs,
    { ...options.reader, clients },
    (timeMs, client, cost) => lookAhead.push(timeMs, client, cost),
    () => lookAhead.overrun,
  )
  if (lookAhead.overrun && options.isSorted) throw notSorted(inputs)
  if (lookAhead.overrun) return undefined
  lookAhead.end()
  return reportOf(inputs, logs, clients, replay)
}

async function sorted(inputs: readonly LogInput[], options: ReplayLogOptions): Promise<LogReport> {
  const clients = new ClientTable()
  const replay = replayOf(options)
  const requests = new RequestList()
  const logs = await readLogs('sorting', inputs, { ...options.reader, clients }, (timeMs, client, cost) =>
    requests.push(timeMs, client, cost),
  )
  requests.letOut((block) => replay.decide(block))
  return reportOf(inputs, logs, clients, replay)
}

function replayOf({ limits, algorithms, watch }: ReplayLogOptions): Replay {
  return new Replay({ limits, algorithms, ...(watch === undefined ? {} : { onDecisions: watch() }) })
}

function reportOf(
  inputs: readonly LogInput[],
  logs: readonly ReadLog[],
  clients: ClientTable,
  replay: Replay,
): LogReport {
  const results = replay.results((client) => clients.name(client))
  return logReport(
    inputs.map(({ name }) => name),
    logs,
    clients,
    results,
  )
}

function notSorted(inputs: readonly LogInput[]): WorkError {
  const late = LOOK_AHEAD_REQUESTS.toLocaleString('en-GB')
  return new WorkError(
    `${titleOf(inputs)} is not sorted: a request stands over ${late} requests too late; leave out --sorted`,
  )
}
