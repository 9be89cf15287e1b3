/** What was found in a log. */
export interface LogOverview {
  readonly fileName: string
  /** The format for people. */
  readonly formatLabel: string
  readonly lines: number
  /** Requests that were read. */
  readonly requests: number
  /** Lines that hold no request. */
  readonly unmatched: number
  readonly clients: number
  /** The clients with the most requests, at most `TOP_CLIENTS`; of equal ones those that came first. */
  readonly top: readonly LogClient[]
  readonly firstMs: number
  readonly lastMs: number
  /** The finest unit of the stamps, in milliseconds: 1000 where they tell whole seconds. */
  readonly resolutionMs: number
  /** What is missing and why, in words for people; undefined if all of the log was read. */
  readonly shortfall: string | undefined
}

export interface LogClient {
  /** Its number in this log. */
  readonly client: number
  readonly name: string
  readonly requests: number
}

export interface ReadProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly requests: number
}
