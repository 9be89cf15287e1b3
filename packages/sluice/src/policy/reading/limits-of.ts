import type { Limit } from '../../limits/limit.ts'
import { algorithmNames, isAlgorithm, type PolicyAlgorithm } from './algorithm-shapes.ts'
import type { Faults, Place } from './faults.ts'
import { limitOf } from './limit-of.ts'
import { addUnknown } from './members.ts'
import { nameOf } from './name-of.ts'
import { found, shownText, type Tree, type TreeMember } from './tree.ts'

/** A limit of a rule, and where it stands. */
export interface ReadLimit {
  readonly name: string
  readonly limit: Limit
  readonly at: Place
}

const MOST_LIMITS = 16
const HOW = 'write an algorithm with its numbers, such as "- token-bucket: { capacity: 20, rate: 5/s }"'

/** The limits of a rule. One without a name is called by its algorithm, a second of it by a number too. */
export function limitsOf(tree: Tree, faults: Faults): readonly ReadLimit[] {
  if (tree.kind !== 'list' || tree.items.length === 0) {
    faults.add(
      tree,
      'wrong-type',
      `limits cannot be ${found(tree)}`,
      `write a list with at least one: ${HOW.slice(6)}`,
    )
    return []
  }
  const tooMany = tree.items[MOST_LIMITS]
  if (tooMany !== undefined) {
    faults.add(tooMany, 'too-large', `there are ${tree.items.length} limits`, `keep them to ${MOST_LIMITS}`)
  }
  const limits: ReadLimit[] = []
  for (const item of tree.items.slice(0, MOST_LIMITS)) {
    const limit = namedLimitOf(item, limits, faults)
    if (limit === undefined) continue
    if (limits.some(({ name }) => name.toLowerCase() === limit.name.toLowerCase())) {
      faults.add(
        limit.at,
        'duplicate',
        `two limits are named ${shownText(limit.name)}`,
        'give one another name',
      )
    }
    limits.push(limit)
  }
  return limits
}

function namedLimitOf(tree: Tree, before: readonly ReadLimit[], faults: Faults): ReadLimit | undefined {
  if (tree.kind !== 'map') {
    faults.add(tree, 'wrong-type', `a limit cannot be ${found(tree)}`, HOW)
    return undefined
  }
  const written = tree.members.find(({ name }) => name === 'name')?.value
  const name = written === undefined ? undefined : nameOf('name', written, faults)
  const algorithm = algorithmOf(tree, tree.members, faults)
  const limit = algorithm === undefined ? undefined : limitOf(algorithm.name, algorithm.value, faults)
  if (algorithm === undefined || limit === undefined) return undefined
  return { name: name ?? unusedName(algorithm.name, before), limit, at: written ?? algorithm.at }
}

interface WrittenAlgorithm extends TreeMember {
  readonly name: PolicyAlgorithm
}

function algorithmOf(
  at: Place,
  members: readonly TreeMember[],
  faults: Faults,
): WrittenAlgorithm | undefined {
  const written: WrittenAlgorithm[] = []
  for (const { name, ...rest } of members) {
    if (isAlgorithm(name)) written.push({ name, ...rest })
    else if (name !== 'name') {
      addUnknown(rest.at, `no algorithm is called ${shownText(name)}`, name, algorithmNames, faults)
    }
  }
  const [first, second] = written
  if (second !== undefined) {
    faults.add(
      second.at,
      'wrong-value',
      `${second.name} stands in the limit of ${first?.name}`,
      `begin a limit of its own: "- ${second.name}:"`,
    )
  }
  if (first === undefined && members.every(({ name }) => name === 'name')) {
    faults.add(at, 'missing-key', 'a limit without an algorithm', HOW)
  }
  return first
}

function unusedName(algorithm: string, before: readonly ReadLimit[]): string {
  const isUsed = (name: string): boolean => before.some((limit) => limit.name === name)
  let name = algorithm
  for (let number = 2; isUsed(name); number++) name = `${algorithm}-${number}`
  return name
}
