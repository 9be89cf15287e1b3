import type { RateOfUnits } from 'sluice'
import { laneNames, type LaneName } from './lane-name.ts'

/** The numbers of one lane. Each algorithm takes those that it needs: see `limitOf`. */
export interface LaneSettings {
  /** Units in a window, for the three windows. */
  readonly limit: number
  /** The length of a window in milliseconds, for the three windows. */
  readonly windowMs: number
  /** Capacity of the token bucket, burst of GCRA, size or waiting places of the leaky bucket. */
  readonly burst: number
  /** What comes back to the buckets, or leaves the leaky one. */
  readonly rate: RateOfUnits
  /** How the leaky bucket counts `burst`: all requests in it, or waiting places only. Default `'queue'`. */
  readonly reading?: 'size' | 'queue'
}

/** Everything that decides what the lanes do to the same requests. */
export interface Setup {
  /** Whether all lanes have the same limit per window, and are changed together. */
  readonly linked: boolean
  readonly lanes: Readonly<Record<LaneName, LaneSettings>>
  /** The lanes that are shown, in their order. */
  readonly shown: readonly LaneName[]
  /** Units that each new request costs. */
  readonly cost: number
}

/** "`limit` per `windowMs`" as every lane understands it: buckets hold one limit and gain one a window. */
export function sameLimit(limit: number, windowMs: number, reading?: 'size' | 'queue'): LaneSettings {
  const settings = { limit, windowMs, burst: limit, rate: { amount: limit, periodMs: windowMs } }
  return reading === undefined ? settings : { ...settings, reading }
}

/** All lanes with the same limit; GCRA, which decides as the token bucket does, is not shown. */
export function linkedSetup(limit: number, windowMs: number, reading: 'size' | 'queue' = 'queue'): Setup {
  const lanes = Object.fromEntries(laneNames.map((name) => [name, sameLimit(limit, windowMs, reading)]))
  return {
    linked: true,
    lanes: lanes as Record<LaneName, LaneSettings>,
    shown: laneNames.filter((name) => name !== 'gcra'),
    cost: 1,
  }
}

/** What the page opens with, as the lessons' page does: 5 requests per 2 seconds, five waiting places. */
export const defaultSetup: Setup = linkedSetup(5, 2000)
