import type { Faults, Place } from './faults.ts'
import { nearName } from './near-name.ts'
import { found, shownText, type Tree, type TreeMap } from './tree.ts'

/** Which members a map may have, and which it must. */
export interface Shape {
  /** What the map is, for messages: `a rule`. */
  readonly what: string
  readonly known: readonly string[]
  /** What to write where a member is missing, by its name. */
  readonly required: Readonly<Record<string, string>>
}

export type Members = ReadonlyMap<string, Tree>

/** The members of a map, by name; `undefined` if there is no map. */
export function membersOf(tree: Tree, shape: Shape, faults: Faults): Members | undefined {
  const map = asMap(tree, shape, faults)
  if (map === undefined) return undefined
  const { what, known, required } = shape
  const members = new Map<string, Tree>()
  for (const { name, at, value } of map.members) {
    if (known.includes(name)) members.set(name, value)
    else addUnknown(at, `${what} has no key ${shownText(name)}`, name, known, faults)
  }
  for (const [name, remedy] of Object.entries(required)) {
    if (!members.has(name)) faults.add(map, 'missing-key', `${what} without ${name}`, remedy)
  }
  return members
}

function asMap(tree: Tree, { what, known }: Shape, faults: Faults): TreeMap | undefined {
  if (tree.kind === 'map') return tree
  faults.add(
    tree,
    'wrong-type',
    `found ${found(tree)} where ${what} belongs`,
    `write ${known.join(', ')} as keys`,
  )
  return undefined
}

/** A fault for a name that is not known, with the one that was probably meant. */
export function addUnknown(
  at: Place,
  message: string,
  name: string,
  known: readonly string[],
  faults: Faults,
): void {
  const near = nearName(name, known)
  const remedy = near === undefined ? `write one of ${known.join(', ')}` : `did you mean ${near}?`
  faults.add(at, 'unknown-key', message, remedy)
}
