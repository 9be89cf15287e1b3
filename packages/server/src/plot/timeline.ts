import type { LaneCounts } from './timeline-counts.ts'

/** What a limit did over time, by algorithm. */
export interface Timeline {
  /** The log, and whatever else tells this plot from others. */
  readonly title: string
  /** Where the first step starts, in milliseconds since the Unix epoch. */
  readonly fromMs: number
  readonly stepMs: number
  /** A column of panels for each limit. */
  readonly limits: readonly TimelineLimit[]
}

/** One limit of a timeline. */
export interface TimelineLimit {
  /** As it was written: `100/60s`. */
  readonly limit: string
  /** A panel for each algorithm. */
  readonly algorithms: readonly TimelinePanel[]
}

/** One algorithm of a timeline. */
export interface TimelinePanel extends LaneCounts {
  readonly algorithm: string
}
