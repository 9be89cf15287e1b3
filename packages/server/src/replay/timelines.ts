import type { BlockDecisions, RequestBlock } from 'sluice/simulate'
import { TimelineCounts } from '../plot/timeline-counts.ts'
import type { TimelineLimit } from '../plot/timeline.ts'
import { writePlot } from '../plot/write-plot.ts'

/** Counts decisions over time while a log is replayed, and draws them. */
export class Timelines {
  #counts = new TimelineCounts(0)
  #lanes: readonly BlockDecisions[] = []

  /** Starts anew, and gives what looks on. */
  watch(): (block: RequestBlock, decided: readonly BlockDecisions[]) => void {
    this.#lanes = []
    return (block, decided) => {
      if (this.#lanes.length === 0) {
        this.#lanes = decided
        this.#counts = new TimelineCounts(decided.length)
      }
      for (const [lane, { decisions }] of decided.entries()) {
        for (let at = block.from; at < block.to; at++) {
          this.#counts.count(block.times[at]!, lane, decisions[at - block.from] === 1)
        }
      }
    }
  }

  /** Draws an SVG file. The means are loaded only here: they are large. */
  async draw(file: string, title: string): Promise<void> {
    const { timelinePlot } = await import('../plot/timeline-plot.ts')
    const { fromMs, stepMs } = this.#counts
    const svg = timelinePlot({ title, fromMs, stepMs, limits: this.#limits() })
    await writePlot(file, svg)
  }

  #limits(): TimelineLimit[] {
    const limits = [...new Set(this.#lanes.map(({ limit }) => limit))]
    return limits.map((limit) => ({
      limit: limit.text,
      algorithms: this.#lanes.flatMap((lane, index) =>
        lane.limit === limit ? [{ algorithm: lane.algorithm, ...this.#counts.lane(index) }] : [],
      ),
    }))
  }
}
