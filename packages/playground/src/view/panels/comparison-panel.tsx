import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { LaneNumbers } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { countText } from '../../words/count-text.ts'
import { durationText } from '../../words/duration-text.ts'
import { laneTitles } from '../../words/lane-titles.ts'
import { Panel } from '../parts/panel.tsx'
import { PerStepTable } from './per-step-table.tsx'

interface Column {
  readonly title: string
  readonly of: (numbers: LaneNumbers) => ComponentChildren
}

const COLUMNS: readonly Column[] = [
  { title: 'Served', of: ({ served }) => countText(served) },
  { title: 'Refused', of: ({ refused }) => countText(refused) },
  {
    title: 'Busiest window',
    of: ({ busiest, limit }) =>
      busiest > limit ? <strong class="over">▲ {countText(busiest)}</strong> : countText(busiest),
  },
  { title: 'Limit', of: ({ limit, windowMs }) => `${countText(limit)} in ${durationText(windowMs)}` },
  {
    title: 'Longest wait',
    of: ({ longestWaitMs }) => (longestWaitMs === 0 ? '0' : durationText(longestWaitMs)),
  },
  { title: 'Numbers stored', of: ({ storedPerKey }) => countText(storedPerKey) },
]

/** The lessons' comparison: what each lane let through, and how far it went over its limit. */
export function ComparisonPanel(): VNode {
  const { session } = useApp()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      name="comparison"
      title="Side by side"
      about={`${countText(session.summed.value.count)} requests so far.`}
    >
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Comparison of the lanes">
        <LaneTable />
      </div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What each let through over time</summary>
        {isOpen ? <PerStepTable /> : null}
      </details>
    </Panel>
  )
}

function LaneTable(): VNode {
  const { session } = useApp()
  const { nowMs, count } = session.summed.value
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Lane</th>
          {COLUMNS.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {session.runs.value.map((run) => {
          const numbers = run.numbers(nowMs, count)
          return (
            <tr key={run.name}>
              <th scope="row">{laneTitles[run.name]}</th>
              {COLUMNS.map(({ title, of }) => (
                <td key={title}>{of(numbers)}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
