import type { LaneName } from '../lane-name.ts'
import type { LaneSettings } from '../setup.ts'
import { durationText, rateText } from './exact-text.ts'

/** An option of a limit, by the name that the library and the policy file share. Numbers and text. */
export type LimitOption = readonly [name: string, value: number | string]

/** The options of a lane's limit, as the library's constructors and the policy file take them. */
export function limitOptions(
  name: LaneName,
  { limit, windowMs, burst, rate, reading }: LaneSettings,
): readonly LimitOption[] {
  switch (name) {
    case 'token-bucket':
      return [
        ['capacity', burst],
        ['rate', rateText(rate)],
      ]
    case 'gcra':
      return [
        ['burst', burst],
        ['rate', rateText(rate)],
      ]
    case 'leaky-bucket':
      return [
        [reading === 'size' ? 'size' : 'queue', burst],
        ['rate', rateText(rate)],
      ]
    case 'fixed-window':
    case 'sliding-log':
    case 'sliding-window-counter':
      return [
        ['limit', limit],
        ['window', durationText(windowMs)],
      ]
  }
}
