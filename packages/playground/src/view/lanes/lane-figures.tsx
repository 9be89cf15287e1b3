import type { VNode } from 'preact'
import type { LaneNumbers } from '../../model/index.ts'
import { countText } from '../../words/count-text.ts'
import { durationText } from '../../words/duration-text.ts'

/** A lane's numbers so far. */
export function LaneFigures({ numbers }: { readonly numbers: LaneNumbers }): VNode {
  const { served, refused, busiest, limit, windowMs, longestWaitMs, storedPerKey, waiting } = numbers
  const isOver = busiest > limit
  const [wait = '0', unit = ''] = longestWaitMs === 0 ? [] : durationText(longestWaitMs).split(' ')
  return (
    <dl class="lane-figures">
      <Figure
        name="served"
        term="Served"
        value={served}
        note={waiting > 0 ? `${countText(waiting)} waiting` : ''}
      />
      <Figure name="refused" term="Refused" value={refused} />
      <Figure
        name={isOver ? 'busiest over' : 'busiest'}
        term={`Busiest ${durationText(windowMs)}`}
        value={busiest}
        note={isOver ? `over ${countText(limit)}` : `of ${countText(limit)}`}
      />
      <Figure name="wait" term="Longest wait" value={wait} note={unit} />
      <Figure
        name="stored"
        term="Stored"
        value={storedPerKey}
        note={storedPerKey === 1 ? 'number' : 'numbers'}
      />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly term: string
  readonly value: number | string
  readonly note?: string
}

function Figure({ name, term, value, note = '' }: FigureProps): VNode {
  return (
    <div class={`figure ${name}`}>
      <dt>{term}</dt>
      <dd>
        <strong>{typeof value === 'number' ? countText(value) : value}</strong>
        <span class="note">{note}</span>
      </dd>
    </div>
  )
}
