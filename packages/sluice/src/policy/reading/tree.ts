/** A policy file as a tree of plain values that know where they stand. */
import type { Place } from './faults.ts'

export type Tree = TreeMap | TreeList | TreeScalar

export interface TreeMap extends Place {
  readonly kind: 'map'
  /** No name twice. */
  readonly members: readonly TreeMember[]
}

export interface TreeMember {
  readonly name: string
  /** Where the name stands. */
  readonly at: Place
  readonly value: Tree
}

interface TreeList extends Place {
  readonly kind: 'list'
  readonly items: readonly Tree[]
}

export interface TreeScalar extends Place {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** As it is written, so that a number shows the digits that were typed. */
  readonly source: string
}

/** What stands there, for a message. */
export function found(tree: Tree): string {
  if (tree.kind === 'map') return 'a map'
  if (tree.kind === 'list') return tree.items.length === 0 ? 'an empty list' : 'a list'
  if (tree.value === null) return 'nothing'
  return typeof tree.value === 'string' ? shownText(tree.value) : shortened(tree.source)
}

/** A text in quotes, cut short. */
export function shownText(text: string): string {
  return JSON.stringify(shortened(text))
}

const LONGEST_SHOWN = 60

function shortened(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 3)}...` : text
}
