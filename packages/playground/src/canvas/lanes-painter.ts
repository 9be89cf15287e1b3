/** Paints all lanes for one instant: each one's state, and its requests on the shared time axis. */
import type { LaneName, LaneRun, Traffic } from '../model/index.ts'
import type { Palette } from './palette.ts'
import { drawState } from './pictures/index.ts'
import { countStacks, type LaneMarks, type Stacks } from './stacks.ts'
import { stepsFor, type StackSteps } from './lane-heights.ts'
import { FittedCanvas, type Surface } from './surface.ts'
import type { TimeAxis } from './time-axis.ts'
import { drawTimeline } from './timeline.ts'

export interface Scene {
  readonly runs: readonly LaneRun[]
  readonly traffic: Traffic
  readonly nowMs: number
  /** Requests that have come. */
  readonly count: number
  readonly spanMs: number
  readonly selected: number | undefined
  readonly palette: Palette
}

interface LaneCanvases {
  readonly timeline: FittedCanvas
  readonly state: FittedCanvas
}

interface CountedLane {
  readonly run: LaneRun
  readonly surface: Surface
  readonly axis: TimeAxis
  readonly marks: LaneMarks
  readonly stacks: Stacks
}

export class LanesPainter {
  readonly #canvases = new Map<LaneName, LaneCanvases>()
  readonly #onResize: () => void

  /** @param onResize is told that lanes have to be painted again */
  constructor(onResize: () => void) {
    this.#onResize = onResize
  }

  /** Takes the canvases of a lane; what it returns lets them go. */
  addLane(name: LaneName, timeline: HTMLCanvasElement, state: HTMLCanvasElement): () => void {
    const canvases = {
      timeline: new FittedCanvas(timeline, this.#onResize),
      state: new FittedCanvas(state, this.#onResize),
    }
    this.#canvases.set(name, canvases)
    this.#onResize()
    return () => {
      canvases.timeline.dispose()
      canvases.state.dispose()
      if (this.#canvases.get(name) === canvases) this.#canvases.delete(name)
    }
  }

  paint(scene: Scene): void {
    const lanes = scene.runs.flatMap((run) => this.#counted(scene, run) ?? [])
    const height = lanes[0]?.surface.height ?? 0
    const steps = stepsFor(
      height,
      lanes.map(({ stacks }) => stacks),
    )
    for (const lane of lanes) this.#paintLane(scene, lane, steps)
  }

  #counted(scene: Scene, run: LaneRun): CountedLane | undefined {
    const surface = this.#canvases.get(run.name)?.timeline.cleared()
    if (surface === undefined) return undefined
    const axis = { nowMs: scene.nowMs, spanMs: scene.spanMs, width: surface.width }
    const marks = marksOf(scene, run)
    return { run, surface, axis, marks, stacks: countStacks(marks, axis) }
  }

  #paintLane(scene: Scene, { run, surface, axis, marks, stacks }: CountedLane, steps: StackSteps): void {
    const { selected, traffic, nowMs, count, palette } = scene
    const selectedMs = selected === undefined ? undefined : traffic.times[selected]
    drawTimeline(surface, axis, { run, marks, stacks, steps, selectedMs }, palette)
    const picture = this.#canvases.get(run.name)?.state.cleared()
    if (picture !== undefined) drawState(picture, run.stateAt(nowMs, count), nowMs, palette)
  }
}

function marksOf({ traffic, nowMs, count }: Scene, run: LaneRun): LaneMarks {
  return {
    times: traffic.times,
    decided: Math.min(count, run.decided),
    outcomes: run.outcomes,
    delays: run.delays,
    longestWaitMs: run.numbers(nowMs, count).longestWaitMs,
  }
}
