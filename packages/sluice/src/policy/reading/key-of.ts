import { attributeName } from './attribute-name.ts'
import type { Faults } from './faults.ts'
import { found, type Tree } from './tree.ts'
import { itemsOf } from './words.ts'

/** What to write where a key is missing or is none. */
export const KEY_REMEDY: string = 'write key: [client], or key: [] for one allowance that all share'

/** The attributes that make a key: a list, or a single name. */
export function keyOf(tree: Tree, faults: Faults): readonly string[] {
  const names: string[] = []
  for (const item of itemsOf(tree)) {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') {
      faults.add(item, 'wrong-type', `key cannot hold ${found(item)}`, KEY_REMEDY)
      continue
    }
    const name = attributeName(item.value, item, faults)
    if (name !== undefined && names.includes(name))
      faults.add(item, 'duplicate', `${name} is in the key already`, 'keep one')
    else if (name !== undefined) names.push(name)
  }
  return names
}
