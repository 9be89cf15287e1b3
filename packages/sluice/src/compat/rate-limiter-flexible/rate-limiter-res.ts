/** Where a key stands. Limiters resolve with it, or reject with it if a request is one too many: it is not an `Error`. */
export class RateLimiterRes {
  remainingPoints: number
  /** Milliseconds until the key has its points again; -1 if it never has. */
  msBeforeNext: number
  consumedPoints: number
  isFirstInDuration: boolean

  constructor(remainingPoints = 0, msBeforeNext = 0, consumedPoints = 0, isFirstInDuration = false) {
    this.remainingPoints = remainingPoints
    this.msBeforeNext = msBeforeNext
    this.consumedPoints = consumedPoints
    this.isFirstInDuration = isFirstInDuration
  }

  toString(): string {
    return JSON.stringify(this)
  }
}
