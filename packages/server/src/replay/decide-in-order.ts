import {
  ClientTable,
  LOOK_AHEAD_REQUESTS,
  LookAhead,
  RequestList,
  type LogReaderOptions,
  type RequestBlock,
} from 'sluice/simulate'
import { WorkError } from '../command-error.ts'
import { titleOf, type LogInput } from '../logs/log-input.ts'
import type { ReadLog } from '../logs/read-log.ts'
import { readLogs } from '../logs/read-logs.ts'

/** Decides requests that come in the order of their times. */
export interface Decider {
  decide(block: RequestBlock): void
  /** What stands in the place of a request's client, if not the client. */
  readonly numberOf?: LogReaderOptions['numberOf']
}

/** Logs whose requests have been decided. */
export interface DecidedLogs<D extends Decider> {
  readonly decider: D
  readonly logs: readonly ReadLog[]
  readonly clients: ClientTable
}

export interface OrderOptions {
  readonly reader: LogReaderOptions
  /** The caller knows that the log is in order, so it is never held in memory. */
  readonly isSorted: boolean
}

/**
 * Reads a log, or several as one, and has its requests decided by time, then in the order of the lines.
 *
 * A log that is in order, or whose late lines stand at most 65,536 requests too late, is decided as it is read, in
 * constant memory. Any other is read a second time, all its requests are held in memory, 12 to 20 bytes each, and
 * sorted. What can be read only once, standard input and pipes, is held from the start unless `isSorted` says that
 * it need not be.
 *
 * @param start makes a decider; once more where the log has to be read from its beginning
 * @throws WorkError if a log cannot be read, or is not in order although `isSorted` says so
 * @throws SluiceError `ERR_UNKNOWN_LOG_FORMAT`, `ERR_LOG_FIELD`
 */
export async function decideInOrder<D extends Decider>(
  inputs: readonly LogInput[],
  options: OrderOptions,
  start: () => D,
): Promise<DecidedLogs<D>> {
  const isStreamed = options.isSorted || inputs.every(({ canReadAgain }) => canReadAgain)
  const decided = isStreamed ? await streamed(inputs, options, start()) : undefined
  return decided ?? (await sorted(inputs, options, start()))
}

/** Decides while reading; undefined if the log turns out not to be in order. */
async function streamed<D extends Decider>(
  inputs: readonly LogInput[],
  { reader, isSorted }: OrderOptions,
  decider: D,
): Promise<DecidedLogs<D> | undefined> {
  const clients = new ClientTable()
  const lookAhead = new LookAhead((block) => decider.decide(block), { patient: isSorted })
  const logs = await readLogs(
    'replaying',
    inputs,
    readerFor(decider, reader, clients),
    (timeMs, client, cost) => lookAhead.push(timeMs, client, cost),
    () => lookAhead.overrun,
  )
  if (lookAhead.overrun && isSorted) throw notSorted(inputs)
  if (lookAhead.overrun) return undefined
  lookAhead.end()
  return { decider, logs, clients }
}

async function sorted<D extends Decider>(
  inputs: readonly LogInput[],
  { reader }: OrderOptions,
  decider: D,
): Promise<DecidedLogs<D>> {
  const clients = new ClientTable()
  const requests = new RequestList()
  const logs = await readLogs(
    'sorting',
    inputs,
    readerFor(decider, reader, clients),
    (timeMs, client, cost) => requests.push(timeMs, client, cost),
  )
  requests.letOut((block) => decider.decide(block))
  return { decider, logs, clients }
}

function readerFor({ numberOf }: Decider, reader: LogReaderOptions, clients: ClientTable): LogReaderOptions {
  return { ...reader, clients, ...(numberOf === undefined ? {} : { numberOf }) }
}

function notSorted(inputs: readonly LogInput[]): WorkError {
  const late = LOOK_AHEAD_REQUESTS.toLocaleString('en-GB')
  return new WorkError(
    `${titleOf(inputs)} is not sorted: a request stands over ${late} requests too late; leave out --sorted`,
  )
}
