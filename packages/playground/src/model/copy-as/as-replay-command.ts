import type { LaneName } from '../lane-name.ts'
import type { LaneSettings, Setup } from '../setup.ts'
import { rateText } from './exact-text.ts'

export interface ReplayCommand {
  readonly command: string
  /** Where the command differs from the lane, in words for people; undefined where it decides exactly as the lane does. */
  readonly note: string | undefined
}

/**
 * The call of `sluice replay` that runs a lane's limit over a log. `--limit L/W` gives a bucket the size L and lets L
 * come back in W, so a bucket of another size is told by the time in which all of it comes back.
 */
export function asReplayCommand({ lanes }: Setup, name: LaneName): ReplayCommand {
  const settings = lanes[name]
  switch (name) {
    case 'fixed-window':
    case 'sliding-log':
    case 'sliding-window-counter':
      return commandFor(name, settings.limit, settings.windowMs)
    case 'token-bucket':
    case 'gcra':
      return bucketCommand(name, settings.burst, settings)
    case 'leaky-bucket':
      if (settings.reading === 'size') return bucketCommand(name, settings.burst, settings)
      return queueCommand(settings)
  }
}

/** By waiting places a leaky bucket refuses what GCRA of one unit more refuses, which has no waits to show. */
function queueCommand(settings: LaneSettings): ReplayCommand {
  const { command, note } = bucketCommand('gcra', settings.burst + 1, settings)
  const said = `GCRA with a burst of ${settings.burst + 1} refuses the same requests; how long requests wait is not shown.`
  return { command, note: note === undefined ? said : `${said} ${note}` }
}

function bucketCommand(name: LaneName, size: number, { rate }: LaneSettings): ReplayCommand {
  const fillMs = (size * rate.periodMs) / rate.amount
  const { command } = commandFor(name, size, Math.ceil(fillMs))
  const isExact = Number.isInteger(fillMs)
  const note = `The time to fill the bucket, ${fillMs} ms, is rounded up to whole milliseconds.`
  return { command, note: isExact ? undefined : note }
}

function commandFor(name: LaneName, limit: number, windowMs: number): ReplayCommand {
  const text = rateText({ amount: limit, periodMs: windowMs })
  return { command: `sluice replay access.log --limit ${text} --algorithm ${name}`, note: undefined }
}
