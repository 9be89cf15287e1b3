import type { LaneName } from './lane-name.ts'

/** What a lane is called in a sentence. */
export const laneTitles: Readonly<Record<LaneName, string>> = {
  'token-bucket': 'token bucket',
  gcra: 'GCRA',
  'leaky-bucket': 'leaky bucket',
  'fixed-window': 'fixed window',
  'sliding-log': 'sliding log',
  'sliding-window-counter': 'sliding window counter',
}
