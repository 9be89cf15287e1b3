import { useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { palette } from '../../state/theme.ts'
import type { BurstChoiceProps } from './burst-table.tsx'

interface Plot {
  destroy(): void
}

/** The chart as curves. What draws it is loaded when the first one is shown. */
export function BurstPlot({ chart, onChoose }: BurstChoiceProps): VNode {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(undefined)
  const draw = async (): Promise<void> => {
    const { drawBurstPlot } = await import('../../canvas/burst-plot.ts')
    plot.current?.destroy()
    if (place.current !== null) plot.current = drawBurstPlot(place.current, chart, palette.value, onChoose)
  }
  useEffect(() => {
    void draw()
    return () => plot.current?.destroy()
  }, [chart])
  useSignalEffect(() => {
    if (palette.value && plot.current !== undefined) void draw()
  })
  return <div ref={place} class="burst-plot" aria-hidden="true" />
}
