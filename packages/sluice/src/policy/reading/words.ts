import type { Faults } from './faults.ts'
import { nearName } from './near-name.ts'
import { found, type Tree } from './tree.ts'

/** One of a few words; the first of them where none is written. */
export function wordOf<Word extends string>(
  field: string,
  tree: Tree | undefined,
  words: readonly [Word, ...Word[]],
  faults: Faults,
): Word {
  if (tree === undefined) return words[0]
  const value = tree.kind === 'scalar' ? tree.value : undefined
  const word = words.find((each) => each === value)
  if (word !== undefined) return word
  const near = typeof value === 'string' ? nearName(value, words) : undefined
  const remedy = near === undefined ? `write ${inWords(words)}` : `did you mean ${near}?`
  faults.add(tree, 'wrong-value', `${field} cannot be ${found(tree)}`, remedy)
  return words[0]
}

/** `a, b or c`. */
function inWords(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1')
}

/** The values of a list, or the only one that stands for a list of one. */
export function itemsOf(tree: Tree): readonly Tree[] {
  return tree.kind === 'list' ? tree.items : [tree]
}
