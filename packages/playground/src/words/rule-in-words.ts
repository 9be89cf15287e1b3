import type { LaneName, LaneSettings } from '../model/index.ts'
import { countText } from './count-text.ts'
import { durationText } from './duration-text.ts'

/** A lane's rule, made from its numbers. */
export function ruleInWords(name: LaneName, settings: LaneSettings): string {
  const burst = countText(settings.burst)
  const rate = `${countText(settings.rate.amount)} per ${durationText(settings.rate.periodMs)}`
  const limit = countText(settings.limit)
  const window = durationText(settings.windowMs)
  switch (name) {
    case 'token-bucket':
      return `Holds ${burst} tokens, gains ${rate}. A request takes one or is refused.`
    case 'gcra':
      return `One time per key: each request moves it on by ${gap(settings)}, at most ${burst} ahead of now.`
    case 'leaky-bucket':
      return settings.reading === 'size'
        ? `Lets ${rate} out, evenly. Holds ${burst}; more are refused.`
        : `Lets ${rate} out, evenly. ${burst} may wait; more are refused.`
    case 'fixed-window':
      return `${limit} in each ${window}, counted anew at every edge.`
    case 'sliding-log':
      return `${limit} in any ${window}, exactly: it keeps every time.`
    case 'sliding-window-counter':
      return `About ${limit} in any ${window}, estimated from two counts.`
  }
}

function gap({ rate }: LaneSettings): string {
  return durationText(rate.periodMs / rate.amount)
}
