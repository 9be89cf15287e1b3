import { effect, signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { LanesPainter } from '../../canvas/lanes-painter.ts'
import { useApp } from '../../state/app.ts'
import { palette } from '../../state/theme.ts'
import { LaneView } from './lane-view.tsx'
import { Legend } from './legend.tsx'
import { TimeLabels } from './time-labels.tsx'

/** The lanes, one below the other, on one time axis. */
export function Lanes(): VNode {
  const { session } = useApp()
  const { painter, resized } = useMemo(() => {
    const counter = signal(0)
    return {
      resized: counter,
      painter: new LanesPainter(() => {
        counter.value = counter.peek() + 1
      }),
    }
  }, [])

  useEffect(
    () =>
      effect(() => {
        // Whatever makes the picture another one paints it again.
        void [resized.value, session.trafficChanges.value]
        painter.paint({
          runs: session.runs.value,
          traffic: session.traffic.value,
          ...session.instant.value,
          spanMs: session.spanMs.value,
          selected: session.selected.value,
          palette: palette.value,
        })
      }),
    [painter, resized, session],
  )

  return (
    <div class="lanes">
      {session.runs.value.map((run) => (
        <LaneView key={run.name} run={run} painter={painter} />
      ))}
      <div class="lanes-foot">
        <Legend />
        <TimeLabels />
      </div>
    </div>
  )
}
