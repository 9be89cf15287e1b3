import type { LaneName } from '../lane-name.ts'
import type { Setup } from '../setup.ts'
import { rateText } from './exact-text.ts'

export interface ReplayCommand {
  readonly command: string
  /** What has to be there first, in words for people; undefined where nothing has. */
  readonly note: string | undefined
}

interface UnitsInTime {
  readonly units: number
  readonly ms: number
}

/** The call of `sluice replay` that runs a lane's limit over a log, for each client by itself. */
export function asReplayCommand(setup: Setup, name: LaneName): ReplayCommand {
  const limit = limitInTime(setup, name)
  if (limit === undefined)
    return {
      command: 'sluice replay access.log --policy policy.yaml',
      note: 'Save the policy file as policy.yaml first.',
    }
  const text = rateText({ amount: limit.units, periodMs: limit.ms })
  return { command: `sluice replay access.log --limit ${text} --algorithm ${name}`, note: undefined }
}

/**
 * A lane as `--limit` can say it. To a bucket it gives a size, and the time in which all of that comes back: undefined
 * if that is no whole number of milliseconds, or if a leaky bucket counts waiting places.
 */
function limitInTime({ lanes }: Setup, name: LaneName): UnitsInTime | undefined {
  const { limit, windowMs, burst, rate, reading } = lanes[name]
  switch (name) {
    case 'fixed-window':
    case 'sliding-log':
    case 'sliding-window-counter':
      return { units: limit, ms: windowMs }
    case 'token-bucket':
    case 'gcra':
    case 'leaky-bucket': {
      const fillMs = (burst * rate.periodMs) / rate.amount
      const isQueue = name === 'leaky-bucket' && reading !== 'size'
      return isQueue || !Number.isInteger(fillMs) ? undefined : { units: burst, ms: fillMs }
    }
  }
}
