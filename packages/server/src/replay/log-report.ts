import type { AlgorithmName } from 'sluice'
import type { AlgorithmResult, ClientTable, LimitResult, LogSummary } from 'sluice/simulate'
import type { ReadLog } from '../logs/read-log.ts'
import { coarseLimitWarning } from './coarse-stamps.ts'

/** What was in a log. */
export interface LogHead {
  /** The path as it was given, or `-`; several that were merged are joined by a comma. */
  readonly file: string
  /** The name of the format, as `--format` takes it; of merged logs all of them. */
  readonly format: string
  readonly formatLabel: string
  readonly lines: number
  /** Lines that hold a request. */
  readonly matched: number
  /** How many lines hold none, by reason. */
  readonly unmatched: Readonly<Record<string, number>>
  /** The first of them, by reason. */
  readonly firstUnmatched: Readonly<Record<string, { readonly line: number; readonly text: string }>>
  readonly clients: number
  /** The smallest and the largest time, in milliseconds since the Unix epoch; null without requests. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  /** The finest unit of the stamps. */
  readonly resolutionMs: number
  /** Requests that stand below a later one. */
  readonly outOfOrder: number
  /** Why the end of the log is missing, if it is. */
  readonly damage: string | null
  /** What to know before the figures are believed. */
  readonly warnings: readonly string[]
}

/** What limits would have done to a log, as `sluice replay --json` prints it. */
export interface LogReport extends LogHead {
  readonly limits: readonly LimitReport[]
}

export interface LimitReport {
  readonly limit: string
  readonly windowMs: number
  readonly offeredBusiest: NonNullable<LimitResult['offeredBusiest']> | null
  readonly algorithms: Readonly<Partial<Record<AlgorithmName, AlgorithmReport>>>
}

export interface AlgorithmReport extends Omit<AlgorithmResult, 'firstRefused'> {
  readonly firstRefused: NonNullable<AlgorithmResult['firstRefused']> | null
}

/** The report of one log, or of several that were read as one. */
export function logReport(
  names: readonly string[],
  logs: readonly ReadLog[],
  clients: ClientTable,
  results: readonly LimitResult[],
): LogReport {
  const summaries = logs.map(({ summary }) => summary)
  const resolutionMs = Math.min(...summaries.map((summary) => summary.resolutionMs))
  return {
    file: names.join(', '),
    format: distinct(summaries.map(({ format }) => format)),
    formatLabel: distinct(summaries.map(({ formatLabel }) => formatLabel)),
    lines: sum(summaries.map(({ lines }) => lines)),
    matched: sum(summaries.map(({ matched }) => matched)),
    ...unmatchedOf(summaries),
    clients: clients.size,
    firstMs: firstOf(summaries.flatMap(({ firstMs }) => firstMs ?? [])),
    lastMs: lastOf(summaries.flatMap(({ lastMs }) => lastMs ?? [])),
    resolutionMs,
    outOfOrder: sum(summaries.map(({ earlierThanALineAbove }) => earlierThanALineAbove)),
    damage: logs.find(({ damage }) => damage !== undefined)?.damage?.message ?? null,
    warnings: results.flatMap(
      ({ limit, windowMs }) => coarseLimitWarning(limit, windowMs, resolutionMs) ?? [],
    ),
    limits: results.map(limitReport),
  }
}

function limitReport({ limit, windowMs, offeredBusiest, algorithms }: LimitResult): LimitReport {
  const reports = Object.entries(algorithms).map(([name, result]) => [
    name,
    { ...result, firstRefused: result.firstRefused ?? null },
  ])
  return { limit, windowMs, offeredBusiest: offeredBusiest ?? null, algorithms: Object.fromEntries(reports) }
}

/** The lines left out, by reason, those of several logs together. */
function unmatchedOf(summaries: readonly LogSummary[]): Pick<LogHead, 'unmatched' | 'firstUnmatched'> {
  const counts = new Map<string, number>()
  const firsts = new Map<string, { line: number; text: string }>()
  for (const [reason, { count, firstLine, firstText }] of summaries.flatMap(({ unmatched }) => [
    ...unmatched,
  ])) {
    counts.set(reason, (counts.get(reason) ?? 0) + count)
    if (!firsts.has(reason)) firsts.set(reason, { line: firstLine, text: firstText })
  }
  return { unmatched: Object.fromEntries(counts), firstUnmatched: Object.fromEntries(firsts) }
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ')
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function firstOf(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times)
}

function lastOf(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times)
}
