import { isAlwaysFirst } from './always-first.ts'
import type { Rule } from '../policy.ts'
import type { Faults } from './faults.ts'
import type { ReadLimit } from './limits-of.ts'
import type { ReadRule } from './rule-of.ts'
import { shownText } from './tree.ts'

/** Limits that could be left out, because another one of the same requests has always refused before them. */
export function addNeverRefusing(rules: readonly ReadRule[], faults: Faults): void {
  const all = rules.flatMap((read) => read.limits.map((limit) => ({ read, limit })))
  for (const [index, { read, limit }] of all.entries()) {
    const stricter = all.find(
      (other, at) =>
        at !== index &&
        isAlongside(other.read, read) &&
        isAlwaysFirst(other.limit.limit, limit.limit) &&
        // Of two that are the same, the second is at fault.
        !(at > index && isAlongside(read, other.read) && isAlwaysFirst(limit.limit, other.limit.limit)),
    )
    if (stricter !== undefined) addFault(limit, stricter, read, faults)
  }
}

function addFault(
  limit: ReadLimit,
  stricter: { read: ReadRule; limit: ReadLimit },
  read: ReadRule,
  faults: Faults,
): void {
  const { name, at } = stricter.limit
  const where = stricter.read === read ? '' : ` of ${shownText(stricter.read.rule.name)}`
  faults.add(
    limit.at,
    'never-refuses',
    `this limit never refuses anything: ${shownText(name)}${where} in line ${at.line} has always refused before it`,
    'lower it until it is the stricter one for some traffic, or leave it out',
  )
}

/** Whether one rule charges all that another charges, for keys that are the same or coarser. */
function isAlongside(one: ReadRule, other: ReadRule): boolean {
  if (one === other) return one.rule.count === 'all'
  return one.isWhole && other.isWhole && isBroader(one.rule, other.rule)
}

function isBroader(one: Rule, other: Rule): boolean {
  return (
    one.mode === 'enforce' &&
    one.count === 'all' &&
    one.key.every((name) => other.key.includes(name)) &&
    Object.entries(one.match).every(([name, patterns]) => {
      const narrower = Object.hasOwn(other.match, name) ? other.match[name] : undefined
      return narrower?.every((pattern) => patterns.includes(pattern)) === true
    })
  )
}
