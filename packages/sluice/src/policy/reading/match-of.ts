import { attributeName } from './attribute-name.ts'
import type { Faults } from './faults.ts'
import { patternFault } from './pattern-fault.ts'
import { found, shownText, type Tree } from './tree.ts'
import { itemsOf } from './words.ts'

/** The patterns of a rule by attribute. */
export function matchOf(tree: Tree, faults: Faults): Readonly<Record<string, readonly string[]>> {
  if (tree.kind !== 'map') {
    const remedy = 'write attributes with patterns, such as { path: /api/** }, or leave match out'
    faults.add(tree, 'wrong-type', `match cannot be ${found(tree)}`, remedy)
    return {}
  }
  const match = new Map<string, readonly string[]>()
  for (const { name: written, at, value } of tree.members) {
    const name = attributeName(written, at, faults)
    if (name === undefined) continue
    if (match.has(name))
      faults.add(at, 'duplicate', `${name} is matched already`, 'write all its patterns in one list')
    match.set(name, patternsOf(name, value, faults))
  }
  return Object.fromEntries(match)
}

function patternsOf(name: string, tree: Tree, faults: Faults): readonly string[] {
  if (tree.kind === 'list' && tree.items.length === 0) {
    faults.add(
      tree,
      'never-matches',
      `an empty list matches no ${name}`,
      `leave ${name} out to match every one`,
    )
  }
  const patterns: string[] = []
  for (const item of itemsOf(tree)) {
    const pattern = patternOf(name, item, faults)
    if (pattern === undefined) continue
    if (patterns.includes(pattern))
      faults.add(item, 'duplicate', `${shownText(pattern)} is there already`, 'keep one')
    else patterns.push(pattern)
  }
  return patterns
}

function patternOf(name: string, tree: Tree, faults: Faults): string | undefined {
  if (tree.kind !== 'scalar' || tree.value === null) {
    faults.add(
      tree,
      'wrong-type',
      `${name} cannot match ${found(tree)}`,
      'write a pattern, or a list of patterns',
    )
    return undefined
  }
  const pattern = typeof tree.value === 'string' ? tree.value : tree.source
  const fault = patternFault(name, pattern)
  if (fault === undefined) return pattern
  faults.add(tree, 'never-matches', ...fault)
  return undefined
}
