import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'

/**
 * The time at `index`, once it is known not to lie before the one ahead of it.
 *
 * @throws SluiceError `ERR_INVALID_TRAFFIC`
 */
export function timeAt(times: ArrayLike<number>, index: number): number {
  const time = times[index]
  if (time !== undefined && (index === 0 ? time === time : time >= times[index - 1]!)) return time
  const message =
    `times must be sorted numbers of milliseconds, but times[${index}] is ${shown(time)}` +
    (index === 0 ? '' : ` after ${shown(times[index - 1])}`)
  throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: `times[${index}]`, value: time })
}

/**
 * What the request at `index` counts: its cost, or 1 where no costs are given.
 *
 * @throws SluiceError `ERR_INVALID_TRAFFIC` unless it is a whole number from 0
 */
export function costAt(costs: ArrayLike<number> | undefined, index: number): number {
  if (costs === undefined) return 1
  const cost = costs[index]
  if (cost !== undefined && cost >= 0 && Number.isSafeInteger(cost)) return cost
  const message = `costs[${index}] must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, but it is ${shown(cost)}`
  throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: `costs[${index}]`, value: cost })
}
