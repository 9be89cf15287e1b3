import type { VNode } from 'preact'
import { useApp } from '../../state/app.ts'
import { durationText } from '../../words/duration-text.ts'

const PARTS = 4

/** How long ago, below the lanes. */
export function TimeLabels(): VNode {
  const { session } = useApp()
  const spanMs = session.spanMs.value
  const labels = Array.from({ length: PARTS + 1 }, (_, at) => (spanMs * (PARTS - at)) / PARTS)
  return (
    <div class="time-labels" aria-hidden="true">
      {labels.map((agoMs) => (
        <span key={agoMs}>{agoMs === 0 ? 'now' : `${durationText(agoMs)} ago`}</span>
      ))}
    </div>
  )
}
