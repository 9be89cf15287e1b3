/** The numbers of limits, each checked by itself, so that a limit with two faults shows both. */
import { calendarWindows } from '../../algorithms/fixed-window/calendar.ts'
import { parseDuration } from '../../limits/duration.ts'
import { parseRate } from '../../limits/rate.ts'
import type { PolicyFaultCode } from '../policy-error.ts'
import type { Faults } from './faults.ts'
import { membersOf } from './members.ts'
import { found, type Tree } from './tree.ts'
import { wordOf } from './words.ts'

/** Gives the value of a field as the constructors of limits take it; `undefined` if it is faulty. */
export type FieldReader = (field: string, tree: Tree, faults: Faults) => unknown

export function countOf(field: string, tree: Tree, faults: Faults): number | undefined {
  const value = tree.kind === 'scalar' ? tree.value : undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  faults.add(tree, codeOf(value, 'number'), `${field} cannot be ${found(tree)}`, countRemedy(value))
  return undefined
}

function countRemedy(value: unknown): string {
  if (typeof value === 'number' && value >= 2 ** 53) return `write at most ${Number.MAX_SAFE_INTEGER}`
  const digits = typeof value === 'string' ? value.replaceAll(/[_,' ]/g, '') : ''
  if (/^[1-9][0-9]{0,14}$/.test(digits)) return `write ${digits}`
  return 'write a whole number of at least 1'
}

export function rateOf(field: string, tree: Tree, faults: Faults): unknown {
  if (tree.kind === 'map') return rateMembers(field, tree, faults)
  const value = tree.kind === 'scalar' ? tree.value : undefined
  if (isParsed(() => parseRate(field, value)) && typeof value === 'string') return value
  faults.add(tree, codeOf(value, 'string'), `${field} cannot be ${found(tree)}`, rateRemedy(value))
  return undefined
}

function rateMembers(field: string, tree: Tree, faults: Faults): unknown {
  const shape = {
    what: field,
    known: ['amount', 'periodMs'],
    required: { amount: 'write amount: 5', periodMs: 'write periodMs: 1000' },
  }
  const members = membersOf(tree, shape, faults)
  const [amount, periodMs] = shape.known.map((name) => {
    const member = members?.get(name)
    return member === undefined ? undefined : countOf(name, member, faults)
  })
  return amount === undefined || periodMs === undefined ? undefined : { amount, periodMs }
}

const RATE = 'write whole units, a slash and a time, such as 5/s, 100/min or 7/15m'

function rateRemedy(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1)
    return `write ${value}/s, or another time`
  const [, whole = '', fraction = '', unit] =
    /^([0-9]{1,6})\.([0-9]{1,6})\/(ms|s|m|min|h|d|w)$/.exec(String(value)) ?? []
  const amount = Number(whole + fraction)
  if (unit === undefined || amount === 0) return RATE
  return `write ${amount}/${10 ** fraction.length}${unit}, which is the same in whole numbers`
}

export function durationOf(field: string, tree: Tree, faults: Faults): unknown {
  return durationOr(field, tree, faults, [])
}

const CALENDAR = ['day', 'week', 'month', 'year'] as const

export function calendarOrDurationOf(field: string, tree: Tree, faults: Faults): unknown {
  return durationOr(field, tree, faults, CALENDAR)
}

function durationOr(field: string, tree: Tree, faults: Faults, words: readonly string[]): unknown {
  const value = tree.kind === 'scalar' ? tree.value : undefined
  if (words.some((word) => word === value) || isParsed(() => parseDuration(field, value))) return value
  const calendar = CALENDAR.some((word) => word === value) && words.length === 0
  const remedy = calendar
    ? 'write a length such as 24h; windows of the calendar are for fixed-window'
    : `write a whole number and ms, s, m, h, d or w, such as 15m${words.length === 0 ? '' : ', or day, week, month or year'}`
  faults.add(tree, codeOf(value, 'string'), `${field} cannot be ${found(tree)}`, remedy)
  return undefined
}

export function alignOf(field: string, tree: Tree, faults: Faults): unknown {
  return wordOf(field, tree, ['epoch', 'first-request'], faults)
}

export function timeZoneOf(field: string, tree: Tree, faults: Faults): unknown {
  const value = tree.kind === 'scalar' ? tree.value : undefined
  if (typeof value === 'string' && isParsed(() => calendarWindows('day', value))) return value
  faults.add(
    tree,
    codeOf(value, 'string'),
    `${field} cannot be ${found(tree)}`,
    'write an IANA name, such as UTC or Europe/Berlin',
  )
  return undefined
}

function isParsed(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    // The message here names what belongs to the file instead.
    return false
  }
}

function codeOf(value: unknown, type: 'number' | 'string'): PolicyFaultCode {
  return typeof value === type ? 'wrong-value' : 'wrong-type'
}
