import type { Rule } from '../policy.ts'
import type { Faults, Place } from './faults.ts'
import { KEY_REMEDY, keyOf } from './key-of.ts'
import { limitsOf, type ReadLimit } from './limits-of.ts'
import { matchOf } from './match-of.ts'
import { membersOf, type Shape } from './members.ts'
import { nameOf } from './name-of.ts'
import type { Tree } from './tree.ts'
import { wordOf } from './words.ts'

/** A rule, and where its parts stand. */
export interface ReadRule {
  readonly rule: Rule
  readonly nameAt: Place
  readonly limits: readonly ReadLimit[]
  /** Whether its match and key are free of faults, so that it can be compared with other rules. */
  readonly isWhole: boolean
}

const RULE: Shape = {
  what: 'a rule',
  known: ['name', 'match', 'key', 'count', 'onStoreFailure', 'mode', 'limits'],
  required: {
    name: 'write name: and a word that headers and metrics can show',
    key: KEY_REMEDY,
    limits: 'write limits, with at least one',
  },
}

/** The rule that stands there; `undefined` if none does. */
export function ruleOf(tree: Tree, faults: Faults): ReadRule | undefined {
  const members = membersOf(tree, RULE, faults)
  if (members === undefined) return undefined
  const name = members.get('name')
  const match = members.get('match')
  const key = members.get('key')
  const limits = members.get('limits')
  const before = faults.count
  const comparable = {
    match: match === undefined ? {} : matchOf(match, faults),
    key: key === undefined ? [] : keyOf(key, faults),
  }
  const isWhole = key !== undefined && faults.count === before
  const read = limits === undefined ? [] : limitsOf(limits, faults)
  return {
    nameAt: name ?? tree,
    limits: read,
    isWhole,
    rule: {
      name: name === undefined ? '' : (nameOf('name', name, faults) ?? ''),
      ...comparable,
      count: wordOf('count', members.get('count'), ['all', 'failures', 'successes'], faults),
      onStoreFailure: wordOf(
        'onStoreFailure',
        members.get('onStoreFailure'),
        ['local', 'deny', 'allow'],
        faults,
      ),
      mode: wordOf('mode', members.get('mode'), ['enforce', 'shadow'], faults),
      limits: read.map(({ name: limitName, limit }) => ({ name: limitName, limit })),
    },
  }
}
