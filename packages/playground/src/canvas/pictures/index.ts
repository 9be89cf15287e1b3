import type { LaneState } from '../../model/index.ts'
import { drawArrivalTime } from './arrival-time.ts'
import { drawBucket } from './bucket.ts'
import { drawCounter } from './counter.ts'
import { drawLog } from './log.ts'
import type { Palette, Surface } from './picture.ts'
import { drawQueue } from './queue.ts'
import { drawWindow } from './window.ts'

/** Draws a lane's state as what it is. */
export function drawState(surface: Surface, state: LaneState, nowMs: number, palette: Palette): void {
  switch (state.kind) {
    case 'bucket':
      return drawBucket(surface, state, palette)
    case 'queue':
      return drawQueue(surface, state, palette)
    case 'window':
      return drawWindow(surface, state, nowMs, palette)
    case 'log':
      return drawLog(surface, state, nowMs, palette)
    case 'counter':
      return drawCounter(surface, state, palette)
    case 'tat':
      return drawArrivalTime(surface, state, palette)
  }
}
