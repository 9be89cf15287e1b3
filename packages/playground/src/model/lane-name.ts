import type { AlgorithmName } from 'sluice'

/** A lane shows one algorithm and has its name. */
export type LaneName = AlgorithmName

/** The lanes from top to bottom; GCRA stands beside the token bucket, as which it decides. */
export const laneNames: readonly LaneName[] = [
  'token-bucket',
  'gcra',
  'leaky-bucket',
  'fixed-window',
  'sliding-log',
  'sliding-window-counter',
]
