import type { LaneName } from '../model/index.ts'

export const laneTitles: Readonly<Record<LaneName, string>> = {
  'token-bucket': 'Token bucket',
  gcra: 'GCRA',
  'leaky-bucket': 'Leaky bucket',
  'fixed-window': 'Fixed window',
  'sliding-log': 'Sliding log',
  'sliding-window-counter': 'Sliding window counter',
}
