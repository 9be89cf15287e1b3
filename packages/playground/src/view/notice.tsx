import type { VNode } from 'preact'
import { notice } from '../model/index.ts'
import { useApp } from '../state/app.ts'

/** One sentence from the numbers: what to look at. */
export function Notice(): VNode {
  const { session } = useApp()
  const { nowMs, count } = session.summed.value
  const lanes = session.runs.value.map((run) => ({ name: run.name, numbers: run.numbers(nowMs, count) }))
  return <p class="notice">{notice(lanes)}</p>
}
