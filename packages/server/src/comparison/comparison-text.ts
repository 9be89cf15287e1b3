import type { AlgorithmName } from 'sluice'
import { durationText } from '../output/duration-text.ts'
import { grouped, table } from '../output/table.ts'
import { isCalendarTime, momentText } from '../output/moment-text.ts'
import { wrapped } from '../output/wrapped.ts'
import type { Comparison } from './comparison.ts'

/** How a column with counts of one algorithm is headed, where six of them stand side by side. */
const shortNames: Readonly<Record<AlgorithmName, string>> = {
  'token-bucket': 'token',
  gcra: 'gcra',
  'leaky-bucket': 'leaky',
  'fixed-window': 'fixed',
  'sliding-log': 'log',
  'sliding-window-counter': 'counter',
}

/** A comparison for people. */
export function comparisonText(comparison: Comparison): string {
  const { traffic, about, limit, requests, steps, stepMs } = comparison
  return [
    wrapped(`${traffic}: ${about}`),
    `${grouped(requests)} requests; each limiter is set to ${limit}.`,
    `What reached the service in every ${durationText(stepMs)}:`,
    '',
    stepsTable(comparison),
    '',
    algorithmsTable(comparison),
    ...(steps.length === 0 ? ['', 'There was no traffic.'] : []),
  ].join('\n')
}

function stepsTable({ steps, stepMs }: Comparison): string {
  const names = Object.keys(shortNames) as AlgorithmName[]
  return table(
    [
      { heading: isCalendarTime(steps[0]?.atMs ?? 0) ? 'from (UTC)' : 'from' },
      { heading: 'sent' },
      ...names.map((name) => ({ heading: shortNames[name] })),
    ],
    steps.map(({ atMs, sent, served }) => [
      momentText(atMs, stepMs),
      sent,
      ...names.map((name) => served[name]),
    ]),
  )
}

function algorithmsTable({ algorithms, windowMs, requests }: Comparison): string {
  return table(
    [
      { heading: 'algorithm', align: 'left' },
      { heading: 'served' },
      { heading: 'refused' },
      { heading: '%' },
      { heading: `busiest ${durationText(windowMs)}` },
      { heading: 'longest wait' },
    ],
    Object.entries(algorithms).map(([name, measures]) => [
      name,
      measures.served,
      measures.refused,
      requests === 0 ? '0.0' : ((100 * measures.refused) / requests).toFixed(1),
      measures.busiestServed,
      `${grouped(measures.longestWaitMs)} ms`,
    ]),
  )
}
