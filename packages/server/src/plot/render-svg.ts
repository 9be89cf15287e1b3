import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { darkStyle, theme } from './theme.ts'

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

/** A picture to draw. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** What the picture shows, for readers that hear it. */
  readonly title: string
  readonly option: EChartsCoreOption
}

/** Draws a picture as the text of an SVG file that is readable on light and on dark screens. */
export function renderSvg({ width, height, title, option }: Picture): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({
      animation: false,
      useUTC: true,
      backgroundColor: theme.background.light,
      textStyle: { color: theme.text.light, fontFamily: 'system-ui, sans-serif' },
      ...option,
    })
    const svg = chart.renderToSVGString()
    return svg.replace(
      /^<svg ([^>]*)>/,
      `<svg $1 role="img"><title>${escaped(title)}</title><style>${darkStyle()}</style>`,
    )
  } finally {
    chart.dispose()
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
