import { InvalidArgumentError, type Command } from 'commander'
import { parseDuration, SluiceError } from 'sluice'
import { namedTraffics } from 'sluice/simulate'
import { comparisonText } from '../comparison/comparison-text.ts'
import { compare } from '../comparison/comparison.ts'
import { runAll, timelineOf } from '../comparison/run-all.ts'
import { trafficOf, type TrafficOptions } from '../comparison/traffic-source.ts'
import { limitOption, type LimitOption } from '../limit-option.ts'
import { addLogOptions } from '../log-options.ts'
import { jsonText } from '../output/json.ts'
import { print } from '../output/print.ts'
import { wrapped } from '../output/wrapped.ts'
import { writePlot } from '../plot/write-plot.ts'

interface CompareOptions extends TrafficOptions {
  readonly traffic: string
  readonly limit: LimitOption
  readonly step?: number
  readonly json?: boolean
  readonly plot?: string
}

/** `sluice compare`: all six algorithms on the same traffic. */
export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .description('run the same traffic through all six algorithms')
    .option(
      '--traffic <shape or file>',
      'traffic by name, a log, or a file with one time in ms a line',
      'lesson',
    )
    .addOption(limitOption('10/1s'))
    .option(
      '--client <name>',
      'take the requests of one client of a log (default: of all, as if they were one)',
    )
    .option(
      '--step <time>',
      'how much time a row covers (default: 1s, more where there would be over 60 rows)',
      parseStep,
    )
  addLogOptions(command)
    .option('--json', 'print JSON')
    .option('--plot <file>', 'draw allowed and refused requests over time, as SVG')
    .addHelpText('after', () => `\nTraffic by name:\n${traffics()}\n\nExamples:\n${examples.join('\n')}`)
    .action(runCompare)
}

async function runCompare({
  traffic: name,
  limit,
  step,
  json,
  plot,
  ...options
}: CompareOptions): Promise<void> {
  const traffic = await trafficOf(name, limit, options)
  const runs = runAll(traffic, limit)
  const comparison = compare(traffic, limit, runs, step)
  print(json === true ? jsonText(comparison) : comparisonText(comparison))
  if (plot === undefined) return
  // The means to draw are loaded only here: they are large.
  const { timelinePlot } = await import('../plot/timeline-plot.ts')
  await writePlot(plot, timelinePlot(timelineOf(traffic, limit, runs)))
}

const examples = [
  '  sluice compare',
  '  sluice compare --traffic edge --limit 100/60s',
  '  sluice compare --traffic access.log --client 192.0.2.7 --limit 30/1m',
]

function traffics(): string {
  return Object.entries(namedTraffics)
    .map(([name, { description }]) => wrapped(`  ${name.padEnd(12)}${description}`, 14))
    .join('\n')
}

function parseStep(text: string): number {
  try {
    return parseDuration('--step', text)
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
    throw new InvalidArgumentError('Write a length of time, such as 10s or 1h.')
  }
}
