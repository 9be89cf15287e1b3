import { InvalidArgumentError, Option, type Command } from 'commander'
import { parseRate, SluiceError } from 'sluice'
import { WorkError } from '../command-error.ts'
import { addLogOptions, logFieldsOf, type LogOptions } from '../log-options.ts'
import { logInputs } from '../logs/log-input.ts'
import { jsonText } from '../output/json.ts'
import { print } from '../output/print.ts'
import { writePlot } from '../plot/write-plot.ts'
import { LogFaults } from '../replay/log-faults.ts'
import { suggestReport, type SuggestReport } from '../suggestion/suggest-report.ts'
import { suggestionText } from '../suggestion/suggestion-text.ts'

interface SuggestCommandOptions extends LogOptions {
  readonly rate?: readonly string[]
  readonly share?: readonly number[]
  readonly top: number
  readonly json?: boolean
  readonly plot?: string
}

/** `sluice suggest LOG...`: the smallest buckets that would have refused no request of a share of the clients. */
export function addSuggest(program: Command): void {
  const command = program
    .command('suggest')
    .description('find the burst that each rate needs, so that a share of the clients is never refused')
    .argument('[logs...]', 'files, plain or gzip, read as one; - or nothing reads standard input')
    .addOption(
      new Option('--rate <n/time>', 'a rate; may be repeated (default: chosen from the log)').argParser(
        addRate,
      ),
    )
    .addOption(
      new Option(
        '--share <percent>',
        'a share of the clients; may be repeated (default: 99, 99.9 and 100)',
      ).argParser(addShare),
    )
    .addOption(
      new Option('--top <n>', 'how many of the clients that need most are named in JSON')
        .argParser(parseTop)
        .default(10),
    )
  addLogOptions(command)
    .option('--json', 'print JSON')
    .option('--plot <file>', 'draw the burst over the rate for each share, as SVG')
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .action(runSuggest)
}

const examples = [
  '  sluice suggest access.log',
  '  sluice suggest access.log.*.gz access.log --share 99.5 --plot bursts.svg',
  '  sluice suggest calls.csv --time at --key user --cost tokens --rate 30000/min',
]

async function runSuggest(paths: readonly string[], options: SuggestCommandOptions): Promise<void> {
  const report = await reportOf(paths, options)
  print(options.json === true ? jsonText(report) : suggestionText(report))
  if (options.plot !== undefined) await draw(options.plot, report)
  if (report.damage !== null) throw new WorkError(report.damage)
}

async function reportOf(paths: readonly string[], options: SuggestCommandOptions): Promise<SuggestReport> {
  const inputs = await logInputs(paths)
  const faults = new LogFaults()
  try {
    return await suggestReport(inputs, logFieldsOf(options), {
      ...(options.rate === undefined ? {} : { rates: options.rate }),
      shares: options.share ?? [0.99, 0.999, 1],
      top: options.top,
    })
  } catch (error) {
    faults.add(inputs, error)
    faults.throwIfAny()
    throw error
  }
}

/** The means to draw are loaded only here: they are large. */
async function draw(file: string, report: SuggestReport): Promise<void> {
  const { burstRatePlot } = await import('../plot/burst-rate-plot.ts')
  await writePlot(file, burstRatePlot(report.file, report))
}

function addRate(text: string, rates: readonly string[] = []): string[] {
  try {
    parseRate('--rate', text)
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
    throw new InvalidArgumentError('Write units/time, such as 5/s, 100/min or 7/15m.')
  }
  return [...new Set([...rates, text])]
}

function addShare(text: string, shares: readonly number[] = []): number[] {
  const percent = /^\d{1,3}(\.\d{1,4})?%?$/.test(text) ? Number.parseFloat(text) : NaN
  if (!(percent > 0 && percent <= 100)) {
    throw new InvalidArgumentError('Write a number of percent above 0, at most 100, such as 99.9.')
  }
  return [...new Set([...shares, Number((percent / 100).toFixed(6))])]
}

function parseTop(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Write a whole number, such as 10.')
}
