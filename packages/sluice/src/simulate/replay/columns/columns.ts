import type { Departures } from '../departures.ts'

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
   * Decides a request, and charges it if it passes.
   *
   * @param nowMs not below the time of any call before
   * @param cost from 1 to the limit
   */
  take(client: number, nowMs: number, cost: number): boolean
}

/** Decides a request of any cost: 0 always passes and changes nothing, more than the limit never passes. */
export function decide(columns: Columns, client: number, nowMs: number, cost: number): boolean {
  if (cost > columns.limit) return false
  return cost === 0 || columns.take(client, nowMs, cost)
}
