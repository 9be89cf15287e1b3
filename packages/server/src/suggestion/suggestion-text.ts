import { headingLines } from '../replay/report-text.ts'
import { dim } from '../output/style.ts'
import { grouped, table } from '../output/table.ts'
import { wrapped } from '../output/wrapped.ts'
import type { SuggestReport } from './suggest-report.ts'
import type { BurstSuggestion, ShareSuggestion } from './suggestion.ts'

const SHOWN_CLIENTS = 3

/** A suggestion for people. */
export function suggestionText(report: SuggestReport): string {
  const { clients } = report
  const suggestions = distinct(report.suggestions)
  const example = suggestions[Math.floor(suggestions.length / 2)]!
  const pair = example.smallest[Math.floor(example.smallest.length / 2)]!
  const whose =
    example.clients === clients
      ? 'any client'
      : `${grouped(example.clients)} of the ${grouped(clients)} clients`
  const reading = `A bucket such as tokenBucket({ capacity: ${pair.burst}, rate: '${pair.rate}' }) would have refused no request of ${whose}.`
  return [
    ...headingLines(report),
    ...report.warnings.map((warning) => wrapped(`  Note: ${warning}`, 4)),
    '',
    'The smallest burst at which no request of a share of the clients is refused:',
    '',
    burstsTable(report.rates, suggestions),
    '',
    wrapped(reading),
    ...neediestLines(report),
    '',
    dim('*  no other pair in the column has both a rate and a burst as small'),
  ].join('\n')
}

/** Of shares that are the same clients, as they are in a small log, the largest. */
function distinct(suggestions: readonly ShareSuggestion[]): ShareSuggestion[] {
  return suggestions.filter(
    ({ share, clients }) => !suggestions.some((other) => other.clients === clients && other.share > share),
  )
}

function burstsTable(rates: readonly string[], suggestions: readonly ShareSuggestion[]): string {
  const columns = suggestions.map(({ share, clients }) => ({
    heading: `${percent(share)} (${grouped(clients)})`,
  }))
  return table(
    [{ heading: 'rate' }, ...columns],
    rates.map((rate, i) => [
      rate,
      ...suggestions.map(({ bursts, smallest }) => {
        const isSmallest = smallest.some((pair) => pair.rate === rate)
        return `${grouped(bursts[i]!)}${isSmallest ? ' *' : '  '}`
      }),
    ]),
  )
}

function neediestLines({ rates, neediest }: BurstSuggestion): string[] {
  if (neediest.length === 0) return []
  const shown = neediest
    .slice(0, SHOWN_CLIENTS)
    .map(({ client, bursts }) => `${client} ${grouped(bursts[0]!)}`)
  return ['', wrapped(`Clients that need the largest burst at ${rates[0]}: ${shown.join(', ')}`, 2)]
}

/** 0.999 as 99.9 %, without the dust that multiplying leaves. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(8))} %`
}
