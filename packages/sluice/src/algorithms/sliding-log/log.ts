/**
 * A log of times and running totals that is immutable to its reader and cheap to append to.
 *
 * Successive logs share two arrays, of which each sees the entries from its `head` up to its `tail`. Appending to the
 * newest log writes behind its tail, which no other log can see; appending to an older one copies. The newest entry's
 * running total lives in the log itself, so that requests of one millisecond share an entry without touching what
 * another log sees. Running totals make "when have n units left?" a binary search.
 */
import { MAX_EXACT } from '../scale.ts'

export interface Log {
  readonly times: ArrayLike<number>
  /** Running totals through each entry; that of the newest entry may be behind `total`. */
  readonly totals: ArrayLike<number>
  /** The first entry that may still count. */
  readonly head: number
  /** One past the newest entry. */
  readonly tail: number
  /** The running total before the units that still count. */
  readonly base: number
  /** The running total through the newest entry. */
  readonly total: number
}

interface GrowingLog extends Log {
  readonly times: number[]
  readonly totals: number[]
}

export const emptyLog: Log = { times: [], totals: [], head: 0, tail: 0, base: 0, total: 0 }

/** Entries are copied once this many have left and they are the greater part, which keeps appending O(1) amortised. */
const SLACK_ENTRIES = 32

export function newestMs(log: Log): number {
  return log.tail === log.head ? -Infinity : (log.times[log.tail - 1] as number)
}

/** The running total through entry `index`. */
export function totalThrough(log: Log, index: number): number {
  return index === log.tail - 1 ? log.total : (log.totals[index] as number)
}

/** The log with `cost` units more at `atMs`, which is not before its newest entry. */
export function appended(log: Log, atMs: number, cost: number): Log {
  if (log.total + cost > MAX_EXACT)
    return appended(copied(log), atMs, Math.min(cost, MAX_EXACT - (log.total - log.base)))
  if (newestMs(log) === atMs) return { ...log, total: log.total + cost }
  const shared = canGrow(log) ? log : copied(log)
  if (shared.tail > 0) shared.totals[shared.tail - 1] = shared.total
  shared.times.push(atMs)
  shared.totals.push(shared.total + cost)
  return { ...shared, tail: shared.tail + 1, total: shared.total + cost }
}

/** The log without the newest `cost` units. */
export function withoutNewest(log: Log, cost: number): Log {
  const total = Math.max(log.base, log.total - cost)
  return { ...log, tail: Math.min(log.tail, firstTotalAbove(log, log.head, total - 1) + 1), total }
}

/** The log without up to `cost` of the units taken at `takenAtMs`, or in the next entry, where a clock had stepped back. */
export function withoutEntry(log: Log, takenAtMs: number, cost: number): Log {
  const entry = firstAfter(log, takenAtMs - 1)
  let left = emptyLog
  for (let index = log.head; index < log.tail; index++) {
    const units = totalThrough(log, index) - (index === log.head ? log.base : totalThrough(log, index - 1))
    const kept = index === entry ? Math.max(0, units - cost) : units
    if (kept > 0) left = appended(left, log.times[index] as number, kept)
  }
  return left
}

/** The index of the first entry later than `timeMs`, or the tail. Near the head in nearly every case, so it gallops. */
export function firstAfter(log: Log, timeMs: number): number {
  return gallop(log.head, log.tail, (index) => (log.times[index] as number) > timeMs)
}

/** The index of the first entry, from `from` on, whose running total is above `total`, or the tail. */
export function firstTotalAbove(log: Log, from: number, total: number): number {
  return gallop(from, log.tail, (index) => totalThrough(log, index) > total)
}

/** The first index in [from, to) at which a condition that stays true once it is true holds; `to` if it never does. */
function gallop(from: number, to: number, holds: (index: number) => boolean): number {
  let low = from
  let step = 1
  while (low + step - 1 < to && !holds(low + step - 1)) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step - 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** True if the arrays end with this log, so that nobody else sees what is put behind it. */
function canGrow(log: Log): log is GrowingLog {
  const isNewest = Array.isArray(log.times) && log.times.length === log.tail && log.tail > 0
  return isNewest && !(log.head > SLACK_ENTRIES && log.head * 2 > log.tail)
}

/** The same entries in arrays of their own, with running totals that start from 0. */
function copied(log: Log): GrowingLog {
  const times: number[] = []
  const totals: number[] = []
  for (let index = log.head; index < log.tail; index++) {
    times.push(log.times[index] as number)
    totals.push((log.totals[index] as number) - log.base)
  }
  return { times, totals, head: 0, tail: times.length, base: 0, total: log.total - log.base }
}
