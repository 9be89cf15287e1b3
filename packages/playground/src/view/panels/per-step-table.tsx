import { useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { comparisonTable, type ComparisonTable } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { countText } from '../../words/count-text.ts'
import { durationText } from '../../words/duration-text.ts'
import { laneTitles } from '../../words/lane-titles.ts'

/** Counting all of the traffic anew takes a while, so it is not done with every request that comes. */
const EVERY_MS = 1000

/** Requests sent, and those that reached the service, second by second over all of the traffic. */
export function PerStepTable(): VNode {
  const table = useComparisonTable()
  if (table === undefined || table.rows.length === 0) return <p class="empty">No requests yet.</p>
  return (
    <div class="table-scroll tall" tabIndex={0} role="region" aria-label="Requests served over time">
      <table>
        <thead>
          <tr>
            <th scope="col">{`Each ${durationText(table.stepMs)}`}</th>
            <th scope="col">Sent</th>
            {table.lanes.map(({ name }) => (
              <th key={name} scope="col">
                {laneTitles[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ atMs, sent, served }) => (
            <tr key={atMs}>
              <th scope="row">{durationText(atMs - table.rows[0]!.atMs)}</th>
              <td>{countText(sent)}</td>
              {served.map((count, at) => (
                <td key={table.lanes[at]?.name}>{countText(count)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useComparisonTable(): ComparisonTable | undefined {
  const { session } = useApp()
  const [table, setTable] = useState<ComparisonTable>()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const make = (): void => {
    timer.current = window.setTimeout(() => (timer.current = 0), EVERY_MS)
    setTable(comparisonTable(session.runs.peek(), session.traffic.peek()))
  }
  useSignalEffect(() => {
    void [session.runs.value, session.traffic.value, session.trafficChanges.value]
    if (session.progress.value < 1) return
    if (timer.current === 0) make()
    else {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(make, EVERY_MS)
    }
  })
  return table
}
