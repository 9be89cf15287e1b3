import type { AlgorithmName } from 'sluice'
import { Replay, type ReplayLimit, type ReplayOptions } from 'sluice/simulate'
import type { LogInput } from '../logs/log-input.ts'
import { decideInOrder, type OrderOptions } from './decide-in-order.ts'
import { logReport, type LogReport } from './log-report.ts'

export interface ReplayLogOptions extends OrderOptions {
  readonly limits: readonly ReplayLimit[]
  readonly algorithms: readonly AlgorithmName[]
  /** Makes what looks on while requests are decided; asked again where the log has to be replayed from its beginning. */
  readonly watch?: () => NonNullable<ReplayOptions['onDecisions']>
}

/**
 * Replays a log, or several as one, by the same limit in each algorithm.
 *
 * @throws WorkError, SluiceError as `decideInOrder`
 */
export async function replayLog(inputs: readonly LogInput[], options: ReplayLogOptions): Promise<LogReport> {
  const { decider, logs, clients } = await decideInOrder(inputs, options, () => replayOf(options))
  return logReport(
    inputs.map(({ name }) => name),
    logs,
    clients,
    decider.results((client) => clients.name(client)),
  )
}

function replayOf({ limits, algorithms, watch }: ReplayLogOptions): Replay {
  return new Replay({ limits, algorithms, ...(watch === undefined ? {} : { onDecisions: watch() }) })
}
