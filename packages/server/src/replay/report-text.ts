import { durationText } from '../output/duration-text.ts'
import { momentText } from '../output/moment-text.ts'
import { bold, dim } from '../output/style.ts'
import { grouped, table } from '../output/table.ts'
import { wrapped } from '../output/wrapped.ts'
import { percentText } from './percent-text.ts'
import type { AlgorithmReport, LimitReport, LogHead, LogReport } from './log-report.ts'

const SHOWN_CHARACTERS = 72

/** A report for people: who would have been limited, by which algorithm, and how much. */
export function reportText(report: LogReport): string {
  return [
    ...headingLines(report),
    ...report.warnings.map((warning) => wrapped(`  Note: ${warning}`, 4)),
    ...report.limits.flatMap((limit) => ['', ...limitLines(limit, report.matched)]),
    '',
    dim(legend),
    '',
  ].join('\n')
}

const legend = [
  'clients: refused at least once. most: units let through for one client in any',
  'window of that length. wait: the longest of an allowed request.',
].join('\n')

/** What was read: the log, its format, its counts and its span, and what was left out. */
export function headingLines(report: LogHead): string[] {
  const { file, formatLabel, lines, matched, clients, firstMs, lastMs, outOfOrder } = report
  const counts = `${counted(lines, 'line')}, ${counted(matched, 'request')} of ${counted(clients, 'client')}`
  return [
    bold(file),
    wrapped(`  ${formatLabel}: ${counts}`, 4),
    ...(firstMs === null || lastMs === null ? [] : [`  ${spanText(firstMs, lastMs, report.resolutionMs)}`]),
    ...(outOfOrder === 0 ? [] : [`  ${counted(outOfOrder, 'request')} below a later one, sorted by time`]),
    ...Object.entries(report.unmatched).flatMap(([reason, count]) => leftOut(reason, count, report)),
  ]
}

function spanText(firstMs: number, lastMs: number, resolutionMs: number): string {
  return `${momentText(firstMs, resolutionMs)} to ${momentText(lastMs, resolutionMs)} UTC`
}

function leftOut(reason: string, count: number, { firstUnmatched }: LogHead): string[] {
  const first = firstUnmatched[reason]
  if (first === undefined) return []
  const where = count === 1 ? `line ${grouped(first.line)}` : `first at line ${grouped(first.line)}`
  const { text } = first
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 3)}...` : text
  return [
    `  ${counted(count, 'line')} left out: ${reason} (${where})`,
    ...(shown === '' ? [] : [dim(`    ${shown}`)]),
  ]
}

function limitLines({ limit, windowMs, offeredBusiest, algorithms }: LimitReport, matched: number): string[] {
  const busiest =
    offeredBusiest === null
      ? ''
      : `: at most ${grouped(offeredBusiest.count)} came from one client in ${durationText(windowMs)} (${offeredBusiest.client})`
  return [
    wrapped(`${limit}${busiest}`, 2).replace(limit, bold(limit)),
    algorithmsTable(Object.entries(algorithms), matched, windowMs),
    ...mostRefused(Object.entries(algorithms)),
  ]
}

function algorithmsTable(
  algorithms: readonly (readonly [string, AlgorithmReport])[],
  matched: number,
  windowMs: number,
): string {
  return table(
    [
      { heading: 'algorithm', align: 'left' },
      { heading: 'allowed' },
      { heading: 'refused' },
      { heading: '%' },
      { heading: 'clients' },
      { heading: `most in ${durationText(windowMs)}` },
      { heading: 'wait' },
    ],
    algorithms.map(([name, result]) => [
      name,
      result.allowed,
      result.refused,
      percentText(result.refused, matched),
      result.clientsRefused,
      result.busiestAllowed,
      result.maxWaitMs === 0 ? '-' : waitText(result.maxWaitMs),
    ]),
  )
}

function waitText(ms: number): string {
  return ms < 10_000 ? `${grouped(ms)} ms` : `${grouped(Math.ceil(ms / 100) / 10)} s`
}

/** The clients that were refused most, each list once with the algorithms that agree on it. */
function mostRefused(algorithms: readonly (readonly [string, AlgorithmReport])[]): string[] {
  const names = new Map<string, string[]>()
  for (const [name, { topRefused }] of algorithms) {
    if (topRefused.length === 0) continue
    const list = topRefused.map(({ client, refused }) => `${client} ${grouped(refused)}`).join(', ')
    names.set(list, [...(names.get(list) ?? []), name])
  }
  if (names.size === 0) return ['Nobody would have been refused.']
  return ['Most refused:', ...[...names].map(([list, by]) => wrapped(`  ${list} (${by.join(', ')})`, 4))]
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}
