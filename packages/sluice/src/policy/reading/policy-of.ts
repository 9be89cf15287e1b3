import type { Policy } from '../policy.ts'
import { addClashes } from './clashes.ts'
import type { Faults } from './faults.ts'
import { membersOf, type Shape } from './members.ts'
import { addNeverRefusing } from './never-refusing.ts'
import { ruleOf, type ReadRule } from './rule-of.ts'
import { found, type Tree } from './tree.ts'

const MOST_RULES = 1000

const POLICY: Shape = {
  what: 'a policy',
  known: ['version', 'rules'],
  required: { version: 'write version: 1', rules: 'write rules, with at least one' },
}

/** The policy that a tree holds. Where there are faults, what it gives is not whole. */
export function policyOf(tree: Tree | undefined, faults: Faults): Policy | undefined {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) {
    const place = { path: '', line: 1, column: 1 }
    faults.add(place, 'empty', 'the file is empty', 'write version: 1 and rules')
    return undefined
  }
  const members = membersOf(tree, POLICY, faults)
  const version = members?.get('version')
  if (version !== undefined && (version.kind !== 'scalar' || version.value !== 1)) {
    faults.add(version, 'wrong-value', `version cannot be ${found(version)}`, 'write version: 1')
  }
  const rules = rulesOf(members?.get('rules'), faults)
  addClashes(rules, faults)
  addNeverRefusing(rules, faults)
  return { version: 1, rules: rules.map(({ rule }) => rule) }
}

function rulesOf(tree: Tree | undefined, faults: Faults): readonly ReadRule[] {
  if (tree === undefined) return []
  if (tree.kind !== 'list') {
    faults.add(
      tree,
      'wrong-type',
      `rules cannot be ${found(tree)}`,
      'write a list: each rule begins with "- name:"',
    )
    return []
  }
  if (tree.items.length === 0) faults.add(tree, 'empty', 'there is no rule', 'write at least one')
  const tooMany = tree.items[MOST_RULES]
  if (tooMany !== undefined) {
    const most = MOST_RULES.toLocaleString('en-GB')
    faults.add(tooMany, 'too-large', `there are ${tree.items.length} rules`, `keep them to ${most}`)
  }
  return tree.items.slice(0, MOST_RULES).flatMap((item) => ruleOf(item, faults) ?? [])
}
