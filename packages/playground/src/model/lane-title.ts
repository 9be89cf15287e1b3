import type { LaneName } from './lane-name.ts'

/** What a lane is called within a sentence. */
export const laneTitles: Readonly<Record<LaneName, string>> = {
  'token-bucket': 'the token bucket',
  gcra: 'GCRA',
  'leaky-bucket': 'the leaky bucket',
  'fixed-window': 'the fixed window',
  'sliding-log': 'the sliding log',
  'sliding-window-counter': 'the sliding window counter',
}
