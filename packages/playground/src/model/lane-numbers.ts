/** What a lane has done up to some instant. */
export interface LaneNumbers {
  /** Requests that were let through, those that had to wait among them. */
  readonly served: number
  readonly refused: number
  /** Requests of those served that had to wait. */
  readonly queued: number
  /** Requests that are waiting at this instant. */
  readonly waiting: number
  /** The most units that reached the service in any span of `windowMs`, those on their way among them. */
  readonly busiest: number
  /** The units per `windowMs` that the lane is set to, which `busiest` is held against. */
  readonly limit: number
  readonly windowMs: number
  /** The longest that a request had to wait. */
  readonly longestWaitMs: number
  /** The most numbers that had to be kept for the key. */
  readonly storedPerKey: number
}
