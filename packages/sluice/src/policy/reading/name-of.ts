import type { Faults } from './faults.ts'
import { found, type Tree } from './tree.ts'

/** A name that headers, metrics and the keys of a shared store can carry. */
export function nameOf(field: string, tree: Tree, faults: Faults): string | undefined {
  const value = tree.kind === 'scalar' ? tree.value : undefined
  if (typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value)) return value
  const isNumber = typeof value === 'number' || typeof value === 'boolean'
  const remedy = isNumber
    ? `write ${JSON.stringify(found(tree))}, in quotes`
    : 'write 1 to 64 letters, digits and . _ -, beginning with a letter or digit'
  faults.add(
    tree,
    typeof value === 'string' ? 'wrong-value' : 'wrong-type',
    `${field} cannot be ${found(tree)}`,
    remedy,
  )
  return undefined
}
