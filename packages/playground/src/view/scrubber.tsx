import { effect, signal, type Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { drawOverview } from '../canvas/overview.ts'
import { FittedCanvas } from '../canvas/surface.ts'
import { useApp } from '../state/app.ts'
import type { Session } from '../state/session.ts'
import { palette } from '../state/theme.ts'
import { clockText } from '../words/clock-text.ts'

export interface ScrubberProps {
  readonly onScrub: (nowMs: number) => void
}

/** All of the traffic, small, with a slider over it that goes to any time. */
export function Scrubber({ onScrub }: ScrubberProps): VNode {
  const { session } = useApp()
  const overview = useOverview(session)
  const { fromMs, toMs } = reachOf(session)
  const { nowMs } = session.shown.value
  const progress = session.progress.value
  return (
    <div class="scrubber">
      <canvas ref={overview} aria-hidden="true" />
      <input
        type="range"
        aria-label="Time"
        min={fromMs}
        max={toMs}
        step={Math.max(1, Math.floor((toMs - fromMs) / 10_000))}
        value={nowMs}
        aria-valuetext={clockText(nowMs, fromMs)}
        onInput={(event) => onScrub(Number(event.currentTarget.value))}
      />
      <output class="clock">
        {progress < 1 ? `deciding ${Math.floor(progress * 100)} %` : clockText(nowMs, fromMs)}
      </output>
    </div>
  )
}

/** From the first request to the last, or to now if that is later. */
function reachOf(session: Session): { readonly fromMs: number; readonly toMs: number } {
  const { times } = session.traffic.value
  const { nowMs } = session.shown.value
  const fromMs = Math.min(nowMs, startOf(times))
  return { fromMs, toMs: Math.max(nowMs, times.at(-1) ?? 0, fromMs + 1) }
}

/** Traffic made here starts at 0; that of a log when its first request came. */
function startOf(times: Float64Array): number {
  const first = times[0] ?? 0
  return first < YEAR_MS ? 0 : first
}

const YEAR_MS = 31_536_000_000

function useOverview(session: Session): { current: HTMLCanvasElement | null } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const resized: Signal<number> = useMemo(() => signal(0), [])
  useEffect(() => {
    if (canvas.current === null) return undefined
    const fitted = new FittedCanvas(canvas.current, () => {
      resized.value = resized.peek() + 1
    })
    const stop = effect(() => {
      void resized.value
      const surface = fitted.cleared()
      if (surface !== undefined)
        drawOverview(surface, session.traffic.value.times, reachOf(session), palette.value)
    })
    return () => {
      stop()
      fitted.dispose()
    }
  }, [resized, session])
  return canvas
}
