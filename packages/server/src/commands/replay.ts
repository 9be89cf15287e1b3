import { InvalidArgumentError, Option, type Command } from 'commander'
import type { AlgorithmName } from 'sluice'
import { standardLimits } from 'sluice/simulate'
import { CallError, WorkError } from '../command-error.ts'
import { addLimitOption, parseLimitOption, type LimitOption } from '../limit-option.ts'
import { addLogOptions, logFieldsOf, type LogOptions } from '../log-options.ts'
import { usablePolicyFile } from '../policy/usable-policy-file.ts'
import { logInputs, type LogInput } from '../logs/log-input.ts'
import { jsonText } from '../output/json.ts'
import { print } from '../output/print.ts'
import { replayPolicy } from '../replay/policy/policy-report.ts'
import { policyText } from '../replay/policy/policy-text.ts'
import { LogFaults } from '../replay/log-faults.ts'
import type { LogReport } from '../replay/log-report.ts'
import { replayLog, type ReplayLogOptions } from '../replay/replay-log.ts'
import { reportText } from '../replay/report-text.ts'
import { Timelines } from '../replay/timelines.ts'

interface ReplayOptions extends LogOptions {
  readonly limit?: readonly LimitOption[]
  readonly algorithm?: readonly AlgorithmName[]
  readonly policy?: string
  readonly sorted?: boolean
  readonly merge?: boolean
  readonly json?: boolean
  readonly plot?: string
}

const defaultLimits = ['10/1s', '100/60s']
const algorithmNames = Object.keys(standardLimits(1, 1)) as AlgorithmName[]

/** `sluice replay LOG...`: what limits would have done to real traffic. */
export function addReplay(program: Command): void {
  const command = program
    .command('replay')
    .description('replay access logs and show who would have been limited')
    .argument('[logs...]', 'files, plain or gzip; - or nothing reads standard input')
    .addOption(
      new Option(
        '--limit <n/time>',
        `requests in a time; may be repeated (default: ${defaultLimits.join(' and ')})`,
      ).argParser(addLimitOption),
    )
    .addOption(
      new Option(
        '--algorithm <name>',
        `one of ${algorithmNames.join(', ')}; may be repeated (default: all six)`,
      ).argParser(addAlgorithm),
    )
  addLogOptions(command)
    .option('--policy <file>', 'replay by the rules of a policy file instead of limits')
    .option('--merge', 'read all logs as one')
    .option('--sorted', 'the log is in order: keep none of it in memory, also from standard input')
    .option('--json', 'print JSON')
    .option('--plot <file>', 'draw allowed and refused requests over time, as SVG')
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .action(runReplay)
}

const examples = [
  '  sluice replay access.log',
  '  sluice replay access.log.1.gz access.log --merge --limit 5/1s --limit 300/1h',
  '  zcat access.log.*.gz | sluice replay - --algorithm gcra --json',
  '  sluice replay access.log --policy policy.yaml',
  '  sluice replay calls.csv --time at --key user --cost tokens --limit 90000/1m',
]

async function runReplay(paths: readonly string[], options: ReplayOptions): Promise<void> {
  const inputs = await logInputs(paths)
  const groups = options.merge === true ? [inputs] : inputs.map((input) => [input])
  if (options.plot !== undefined && groups.length > 1)
    throw new CallError('--plot draws one log; add --merge to read all as one')
  const timelines = new Timelines()
  const replay =
    options.policy === undefined ? byLimits(options, timelines) : byPolicy(options, options.policy)
  const faults = new LogFaults()
  const reports: LogReport[] = []
  for (const group of groups) {
    // oxlint-disable-next-line no-await-in-loop -- one log after the other, so that each has the memory to itself
    const replayed = await replay(group).catch((error: unknown) => faults.add(group, error))
    if (replayed === undefined) continue
    const { report, text } = replayed
    if (report.damage !== null) faults.add(group, new WorkError(report.damage))
    if (options.json !== true) print(text)
    reports.push(report)
  }
  if (options.json === true && reports.length > 0) print(jsonText({ logs: reports }))
  if (options.plot !== undefined && reports.length > 0) await timelines.draw(options.plot, reports[0]!.file)
  faults.throwIfAny()
}

/** Replays the logs of a group as one. */
type ReplayGroup = (
  inputs: readonly LogInput[],
) => Promise<{ readonly report: LogReport; readonly text: string }>

function byLimits(options: ReplayOptions, timelines: Timelines): ReplayGroup {
  const settings = settingsOf(options, timelines)
  return async (inputs) => {
    const report = await replayLog(inputs, settings)
    return { report, text: reportText(report) }
  }
}

function byPolicy(options: ReplayOptions, path: string): ReplayGroup {
  const other = (['limit', 'algorithm', 'plot'] as const).find((name) => options[name] !== undefined)
  if (other !== undefined) throw new CallError(`--policy says all limits; leave out --${other}`)
  const file = usablePolicyFile(path)
  const settings = { reader: logFieldsOf(options), isSorted: options.sorted ?? false }
  return async (inputs) => {
    const report = await replayPolicy(inputs, file, settings)
    return { report, text: policyText(report) }
  }
}

function settingsOf(options: ReplayOptions, timelines: Timelines): ReplayLogOptions {
  const limits = options.limit ?? defaultLimits.map(parseLimitOption)
  // A limit that cannot be exact is a wrong call, whatever the logs hold.
  for (const { limit, windowMs } of limits) standardLimits(limit, windowMs)
  return {
    limits,
    algorithms: options.algorithm ?? algorithmNames,
    reader: logFieldsOf(options),
    isSorted: options.sorted ?? false,
    ...(options.plot === undefined ? {} : { watch: () => timelines.watch() }),
  }
}

function addAlgorithm(name: string, names: readonly AlgorithmName[] = []): AlgorithmName[] {
  const known = algorithmNames.find((algorithm) => algorithm === name)
  if (known === undefined) throw new InvalidArgumentError(`Allowed choices are ${algorithmNames.join(', ')}.`)
  return [...new Set([...names, known])]
}
