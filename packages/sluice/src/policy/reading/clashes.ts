import type { Faults } from './faults.ts'
import type { ReadRule } from './rule-of.ts'
import { shownText } from './tree.ts'

/** Names that two rules, or the limits of two rules, would be told under. Headers are compared without case. */
export function addClashes(rules: readonly ReadRule[], faults: Faults): void {
  const ruleNames = new Map<string, ReadRule>()
  const toldNames = new Set<string>()
  for (const read of rules) {
    const { rule, nameAt } = read
    if (rule.name === '') continue
    const name = rule.name.toLowerCase()
    const first = ruleNames.get(name)
    const told = toldNamesOf(read)
    if (first !== undefined) {
      const message = `the rule in line ${first.nameAt.line} is named ${shownText(first.rule.name)} already`
      faults.add(nameAt, 'duplicate', message, 'give each rule its own name')
    } else if (told.some((each) => toldNames.has(each))) {
      const message = `a limit of ${shownText(rule.name)} would be told under the name of another rule's`
      faults.add(nameAt, 'duplicate', message, 'give the rule or its limit another name')
    }
    ruleNames.set(name, first ?? read)
    for (const each of told) toldNames.add(each)
  }
}

/** As headers have it: the only limit of a rule goes by the rule's name, several by both names. */
function toldNamesOf({ rule: { name }, limits }: ReadRule): readonly string[] {
  return limits.length < 2
    ? [name.toLowerCase()]
    : limits.map((limit) => `${name}-${limit.name}`.toLowerCase())
}
