import type { VNode } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { LanesPainter } from '../../canvas/lanes-painter.ts'
import { AXIS_INSET, timeAt } from '../../canvas/time-axis.ts'
import type { LaneRun } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { selectNear } from '../../state/selection.ts'
import { laneTitles } from '../../words/lane-titles.ts'
import { ruleInWords } from '../../words/rule-in-words.ts'
import { stateInWords } from '../../words/state-in-words.ts'
import { LaneFigures } from './lane-figures.tsx'

export interface LaneViewProps {
  readonly run: LaneRun
  readonly painter: LanesPainter
}

/** One algorithm: its rule, its state, its requests and its numbers. */
export function LaneView({ run, painter }: LaneViewProps): VNode {
  const { session } = useApp()
  const id = useId()
  const timeline = useRef<HTMLCanvasElement>(null)
  const state = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (timeline.current === null || state.current === null) return undefined
    return painter.addLane(run.name, timeline.current, state.current)
  }, [painter, run.name])

  const { nowMs, count } = session.shown.value
  const numbers = run.numbers(nowMs, count)
  return (
    <section class="lane" aria-labelledby={id} data-lane={run.name}>
      <div class="lane-rule">
        <h2 id={id}>{laneTitles[run.name]}</h2>
        <p class="muted">{ruleInWords(run.name, session.setup.value.lanes[run.name])}</p>
      </div>
      <figure class="lane-state">
        <canvas ref={state} aria-hidden="true" />
        <figcaption>{stateInWords(run.stateAt(nowMs, count), nowMs)}</figcaption>
      </figure>
      <canvas
        ref={timeline}
        class="lane-timeline"
        role="img"
        aria-label={`${laneTitles[run.name]}: ${numbers.served} served and ${numbers.refused} refused so far`}
        onClick={(event) => {
          const { width } = event.currentTarget.getBoundingClientRect()
          const axis = { nowMs: session.instant.value.nowMs, spanMs: session.spanMs.value, width }
          const withinMs = timeAt(axis, 2 * AXIS_INSET) - timeAt(axis, 0)
          selectNear(session, timeAt(axis, event.offsetX), withinMs)
        }}
      />
      <LaneFigures numbers={numbers} />
    </section>
  )
}
