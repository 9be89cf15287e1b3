import type { Departures } from '../departures.ts'
import type { RequestBlock } from '../request-block.ts'

/**
 * The state of one limit for every client of a replay, side by side in typed arrays: a log has millions of requests,
 * and an object for each of them, or for each client, would cost more than deciding does.
 *
 * Columns use the algorithms' own arithmetic. A client is a small whole number; arrays grow with the largest.
 */
export interface Columns {
  /** The most units that can pass at one instant. */
  readonly limit: number
  /** Where allowed requests wait before they go on: what they do then. Else they reach the service as they come. */
  readonly departures?: Departures
  /**
   * Decides requests, none of which is earlier than one decided before, and charges those that pass. A cost of 0
   * always passes and changes nothing, one above the limit never passes.
   *
   * Each kind of columns has this loop of its own: one loop for all kinds could not have their arithmetic compiled
   * into it, and took a third longer for a whole replay.
   *
   * @param answers gets 1 for allowed and 0 for refused, beginning with the first request
   */
  decide(requests: RequestBlock, answers: Uint8Array): void
}
