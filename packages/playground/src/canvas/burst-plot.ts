/** Burst against rate, both in steps of tens, a curve for each share of the clients. Loaded when it is first shown. */
import uPlot from 'uplot'
import type { BurstChart, ChartRate } from '../model/index.ts'
import type { Palette } from './palette.ts'

const HEIGHT = 240
/** Curves differ by their dashes as well as by colour. */
const DASHES = [[2, 4], [8, 4], []] as const

export function drawBurstPlot(
  place: HTMLElement,
  chart: BurstChart,
  palette: Palette,
  onChoose: (rate: ChartRate, burst: number) => void,
): uPlot {
  const colours = [palette.queued, palette.refused, palette.allowed]
  const axis = {
    stroke: palette.muted,
    grid: { stroke: palette.band, width: 1 },
    ticks: { stroke: palette.line },
  }
  const plot = new uPlot(
    {
      width: Math.max(200, place.clientWidth),
      height: HEIGHT,
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- 3 is logarithmic; the names are only types
      scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
      axes: [
        { ...axis, label: 'rate, requests per second', labelSize: 22, size: 34, values: roundOnly },
        { ...axis, label: 'burst', labelSize: 20, size: 46, values: roundOnly },
      ],
      cursor: { drag: { x: false, y: false } },
      // The table below names the curves, and their numbers.
      legend: { show: false },
      series: [
        {},
        ...chart.curves.map((_, at) => ({
          stroke: colours[at % colours.length] ?? palette.text,
          width: 2,
          dash: [...(DASHES[at % DASHES.length] ?? [])],
          points: { show: true, size: 6 },
        })),
      ],
    },
    [
      chart.rates.map(({ amount, periodMs }) => (1000 * amount) / periodMs),
      ...chart.curves.map(({ bursts }) => bursts.map((burst) => Math.max(1, burst))),
    ],
    place,
  )
  plot.over.addEventListener('click', () => {
    const chosen = chosenPoint(plot, chart)
    if (chosen !== undefined) onChoose(chosen.rate, chosen.burst)
  })
  return plot
}

/** The curve point nearest to the pointer. */
function chosenPoint(
  plot: uPlot,
  chart: BurstChart,
): { readonly rate: ChartRate; readonly burst: number } | undefined {
  const { idx, top = 0 } = plot.cursor
  const rate = typeof idx === 'number' ? chart.rates[idx] : undefined
  if (rate === undefined || typeof idx !== 'number') return undefined
  const bursts = chart.curves.map((curve) => curve.bursts[idx] ?? 1)
  const distance = (burst: number): number => Math.abs(plot.valToPos(burst, 'y') - top)
  const [burst = 1] = bursts.toSorted((a, b) => distance(a) - distance(b))
  return { rate, burst }
}

/** Logarithmic axes have room for 1, 2, 5, 10 and so on. */
function roundOnly(_: uPlot, values: readonly number[]): (string | null)[] {
  return values.map((value) => (/^[125]0*$|^0\.0*[125]$/.test(String(value)) ? short(value) : null))
}

function short(value: number): string {
  return value.toLocaleString('en', {
    maximumSignificantDigits: 3,
    notation: value >= 10_000 ? 'compact' : 'standard',
  })
}
