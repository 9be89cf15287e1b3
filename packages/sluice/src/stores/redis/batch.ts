import { isPlainCheck, type Request } from './request.ts'
import type { SharedLimit } from './wire/shared-limit.ts'

/** The arguments of the script for the requests of one call. `nowMs` is about the time of the server. */
export function batchArgs(
  requests: readonly Request[],
  nowMs: number,
  timeMs: number | undefined,
  lateMs: number | undefined,
): string[] {
  const numbers = new Map<SharedLimit, number>()
  for (const { limits } of requests) {
    for (const limit of limits) if (!numbers.has(limit)) numbers.set(limit, numbers.size + 1)
  }
  const mode = modeOf(requests)
  const args = [textOf(timeMs), textOf(lateMs), mode, String(numbers.size)]
  for (const limit of numbers.keys()) args.push(...limit.args(nowMs))
  if (mode === 'one') args.push(String((requests[0] as Request).cost))
  for (const request of requests) {
    if (mode !== 'one') args.push(headOf(request, numbers))
    for (const { field } of request.places) args.push(field)
    args.push(...request.more)
  }
  return args
}

/** How the script may go about it: checks of one cost under one limit, checks only, or anything. */
function modeOf(requests: readonly Request[]): 'one' | 'checks' | 'any' {
  const [first] = requests
  if (!requests.every(isPlainCheck)) return 'any'
  const isOne = requests.every(
    ({ limits, cost }) => limits.length === 1 && limits[0] === first?.limits[0] && cost === first?.cost,
  )
  return isOne ? 'one' : 'checks'
}

function headOf({ verb, cost, limits, places }: Request, numbers: ReadonlyMap<SharedLimit, number>): string {
  const rules = limits.map((limit) => numbers.get(limit)).join(' ')
  return `${verb} ${cost} ${places.length === 1 ? 'one' : 'each'} ${rules}`
}

function textOf(ms: number | undefined): string {
  return ms === undefined ? '' : String(ms)
}
