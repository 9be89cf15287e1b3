import type { LaneState } from '../model/index.ts'
import { countText } from './count-text.ts'
import { durationText } from './duration-text.ts'

/** A lane's state in a few words; the picture shows the same. */
export function stateInWords(state: LaneState, nowMs: number): string {
  switch (state.kind) {
    case 'bucket':
      return `${(Math.floor(state.level * 10) / 10).toFixed(1)} of ${countText(state.capacity)} tokens`
    case 'queue':
      return `${countText(state.waiting.length)} of ${countText(state.places)} waiting`
    case 'window':
      return `${countText(state.count)} of ${countText(state.limit)}, ${soon(state.endMs - nowMs)} left`
    case 'log':
      return `${countText(state.count)} of ${countText(state.limit)} kept`
    case 'counter':
      return `${countText(state.previous)} × ${state.weight.toFixed(2)} + ${countText(state.current)} = ${countText(state.estimate)}`
    case 'tat':
      return `${soon(state.aheadMs)} ahead of ${durationText(state.mostMs)}`
  }
}

/** Digits that change too fast to be read are left out. */
function soon(ms: number): string {
  const tenths = Math.ceil(ms / 100)
  return tenths < 600 ? `${(tenths / 10).toFixed(1)} s` : durationText(Math.ceil(ms / 1000) * 1000)
}
