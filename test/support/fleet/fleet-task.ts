/** What the processes of a fleet are told, and what they tell. */

export interface FleetTask {
  readonly ports: readonly number[]
  readonly isCluster: boolean
  readonly prefix: string
  readonly durationMs: number
  readonly refusalMemory: boolean
  readonly lease: { readonly units: number; readonly ttl: string } | undefined
}

/** One request that passed. */
export interface FleetPass {
  readonly limit: string
  readonly key: string
  readonly atMs: number
}

export interface FleetOutcome {
  readonly passes: readonly FleetPass[]
  readonly asked: number
  readonly refused: number
  readonly withoutStore: number
  /** The first request and the last answer, by the time of the machine. */
  readonly fromMs: number
  readonly toMs: number
}

/** Half of the requests concern this key, the others a thousand, some of them far more often than others. */
export const HOT_KEY = 'hot'
export const MANY_KEYS = 1000
export const CALLERS = 8
