import { LaneRun, type LaneName, type LaneSettings, type Setup, type Traffic } from '../model/index.ts'

interface Kept {
  readonly settings: LaneSettings
  readonly traffic: Traffic
  readonly run: LaneRun
}

/** One run a lane. A lane that keeps its settings and its traffic keeps what it has decided. */
export class LaneRuns {
  readonly #kept = new Map<LaneName, Kept>()

  of({ shown, lanes }: Setup, traffic: Traffic): readonly LaneRun[] {
    return shown.map((name) => this.#runOf(name, lanes[name], traffic))
  }

  #runOf(name: LaneName, settings: LaneSettings, traffic: Traffic): LaneRun {
    const kept = this.#kept.get(name)
    if (kept?.settings === settings && kept.traffic === traffic) return kept.run
    const run = new LaneRun(name, settings, traffic)
    this.#kept.set(name, { settings, traffic, run })
    return run
  }
}
