import { isPlainCheck, type Request } from './request.ts'
import type { SharedLimit } from './wire/shared-limit.ts'

/** The arguments of the script for the requests of one call. `nowMs` is about the time of the server. */
export function batchArgs(
  requests: readonly Request[],
  nowMs: number,
  timeMs: number | undefined,
  lateMs: number | undefined,
): string[] {
  const [first] = requests
  if (first !== undefined && areOne(requests, first)) return oneArgs(requests, first, nowMs, timeMs, lateMs)
  const numbers = new Map<SharedLimit, number>()
  for (const { limits } of requests) {
    for (const limit of limits) if (!numbers.has(limit)) numbers.set(limit, numbers.size + 1)
  }
  const mode = requests.every(isPlainCheck) ? 'checks' : 'any'
  const args = [textOf(timeMs), textOf(lateMs), mode, String(numbers.size)]
  for (const limit of numbers.keys()) args.push(...limit.args(nowMs))
  for (const request of requests) {
    args.push(headOf(request, numbers))
    for (const { field } of request.places) args.push(field)
    args.push(...request.more)
  }
  return args
}

/** Whether all are checks of one cost under one limit, which the script decides the quickest way. */
function areOne(requests: readonly Request[], { limits, cost }: Request): boolean {
  if (limits.length !== 1 || limits[0]?.isPlain !== true) return false
  return requests.every(
    (each) =>
      each.verb === 'check' && each.cost === cost && each.limits.length === 1 && each.limits[0] === limits[0],
  )
}

function oneArgs(
  requests: readonly Request[],
  { limits, cost }: Request,
  nowMs: number,
  timeMs: number | undefined,
  lateMs: number | undefined,
): string[] {
  const [limit] = limits
  const args = [textOf(timeMs), textOf(lateMs), 'one', '1', ...(limit?.args(nowMs) ?? []), String(cost)]
  for (const { places } of requests) for (const { field } of places) args.push(field)
  return args
}

function headOf({ verb, cost, limits, places }: Request, numbers: ReadonlyMap<SharedLimit, number>): string {
  const rules = limits.map((limit) => numbers.get(limit)).join(' ')
  return `${verb} ${cost} ${places.length === 1 ? 'one' : 'each'} ${rules}`
}

function textOf(ms: number | undefined): string {
  return ms === undefined ? '' : String(ms)
}
