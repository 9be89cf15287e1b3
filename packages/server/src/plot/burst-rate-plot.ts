import type { BurstSuggestion, ShareSuggestion } from '../suggestion/suggestion.ts'
import { percent } from '../suggestion/suggestion-text.ts'
import { renderSvg } from './render-svg.ts'
import { theme } from './theme.ts'

/** Lines differ in colour, in dash and in symbol, so that they can be told apart without colour. */
const styles = [
  { color: theme.blue.light, dash: 'solid', symbol: 'circle' },
  { color: theme.vermillion.light, dash: 'dashed', symbol: 'triangle' },
  { color: theme.green.light, dash: 'dotted', symbol: 'diamond' },
] as const

/**
 * The smallest burst over the rate, a line for each share of the clients. Large symbols mark the pairs that no other
 * beats in both numbers.
 *
 * @returns the text of an SVG file
 */
export function burstRatePlot(title: string, { rates, suggestions }: BurstSuggestion): string {
  const text = { color: theme.text.light }
  const axisLine = { lineStyle: { color: theme.axis.light } }
  return renderSvg({
    width: 760,
    height: 440,
    title: `${title}: the smallest burst over the rate, by the share of clients that is never refused`,
    option: {
      title: {
        text: title,
        subtext: 'smallest burst at which no request is refused, for a share of the clients',
        left: 12,
        top: 8,
        itemGap: 4,
        borderColor: theme.grid.light,
        textStyle: { fontSize: 15, fontWeight: 600, ...text },
        subtextStyle: { fontSize: 12, ...text },
      },
      legend: {
        left: 56,
        top: 58,
        itemGap: 20,
        itemWidth: 40,
        borderColor: theme.grid.light,
        textStyle: text,
        data: suggestions.map(({ share }) => percent(share)),
      },
      grid: { left: 64, right: 24, top: 96, bottom: 56 },
      xAxis: {
        type: 'category',
        data: rates,
        name: 'rate',
        nameLocation: 'middle',
        nameGap: 32,
        nameTextStyle: text,
        axisLine,
        axisTick: { alignWithLabel: true, ...axisLine },
        axisLabel: { ...text, hideOverlap: true },
      },
      yAxis: {
        type: 'log',
        name: 'burst',
        nameLocation: 'middle',
        nameGap: 44,
        nameTextStyle: text,
        axisLabel: text,
        splitLine: { lineStyle: { color: theme.grid.light } },
      },
      series: suggestions.map((suggestion, i) => seriesOf(suggestion, rates, styles[i % styles.length]!)),
    },
  })
}

function seriesOf(
  { share, bursts, smallest }: ShareSuggestion,
  rates: readonly string[],
  { color, dash, symbol }: (typeof styles)[number],
) {
  const isSmallest = new Set(smallest.map(({ rate }) => rate))
  return {
    name: percent(share),
    type: 'line',
    silent: true,
    emphasis: { disabled: true },
    symbol,
    color,
    lineStyle: { color, width: 2, type: dash },
    data: bursts.map((burst, i) => ({ value: burst, symbolSize: isSmallest.has(rates[i]!) ? 10 : 4 })),
  }
}
