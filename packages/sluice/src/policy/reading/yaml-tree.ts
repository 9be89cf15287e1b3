import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import type { Faults, Place } from './faults.ts'
import { shownText, type Tree, type TreeMap, type TreeMember, type TreeScalar } from './tree.ts'
import type { YamlSource } from './yaml-source.ts'

/** Far more than a policy needs; aliases that stand for more are an attack. */
const MOST_NODES = 100_000
const DEEPEST = 60

/** The tree of a document; `undefined` if the document holds nothing. */
export function yamlTree(source: YamlSource, faults: Faults): Tree | undefined {
  const { contents } = source.document
  return contents === null ? undefined : new TreeBuilder(source, faults).tree(contents, '', 0)
}

class TreeBuilder {
  readonly #source: YamlSource
  readonly #faults: Faults
  #nodesLeft = MOST_NODES

  constructor(source: YamlSource, faults: Faults) {
    this.#source = source
    this.#faults = faults
  }

  tree(node: Node | null | undefined, path: string, depth: number): Tree {
    const at = this.#placeOf(node, path)
    if (this.#isTooMuch(at, depth) || node === null || node === undefined) return nothing(at)
    if (isAlias(node)) return this.#aliased(node.source, node.resolve(this.#source.document), at, depth)
    if (isMap(node)) return this.#map(node as YAMLMap<Node, Node | null>, at, depth)
    if (isSeq(node)) {
      const items = (node.items as Node[]).map((item, index) =>
        this.tree(item, `${path}[${index}]`, depth + 1),
      )
      return { ...at, kind: 'list', items }
    }
    return { ...at, kind: 'scalar', ...scalarOf(node) }
  }

  #map(node: YAMLMap<Node, Node | null>, at: Place, depth: number): TreeMap {
    const members = new Map<string, TreeMember>()
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : undefined
      const keyAt = this.#placeOf(key, memberPath(at.path, name ?? '?'))
      if (name === undefined || (isScalar(key) && key.value === null)) {
        this.#faults.add(keyAt, 'wrong-type', 'a key that is no word', 'write a word and a colon')
      } else if (members.has(name)) {
        const first = members.get(name)?.at.line
        this.#faults.add(
          keyAt,
          'duplicate',
          `${shownText(name)} is there already, in line ${first}`,
          'keep one',
        )
      } else {
        const place = value === null ? keyAt : undefined
        const tree = this.tree(value, keyAt.path, depth + 1)
        members.set(name, { name, at: keyAt, value: place === undefined ? tree : { ...tree, ...place } })
      }
    }
    return { ...at, kind: 'map', members: [...members.values()] }
  }

  /** An alias stands where it is written, and what it holds where that is written. */
  #aliased(name: string, target: Node | undefined, at: Place, depth: number): Tree {
    if (target !== undefined) return { ...this.tree(target, at.path, depth + 1), ...at }
    this.#faults.add(at, 'syntax', `no anchor &${name} stands above`, 'write the value itself')
    return nothing(at)
  }

  #isTooMuch(at: Place, depth: number): boolean {
    this.#nodesLeft--
    if (this.#nodesLeft === 0) {
      const most = MOST_NODES.toLocaleString('en-GB')
      this.#faults.add(at, 'too-large', `the file holds over ${most} values`, 'write fewer, without aliases')
    }
    if (this.#nodesLeft > 0 && depth > DEEPEST) {
      this.#nodesLeft = 0
      this.#faults.add(at, 'too-large', 'an alias is nested without an end', 'write the value itself')
    }
    return this.#nodesLeft <= 0
  }

  #placeOf(node: Node | null | undefined, path: string): Place {
    return this.#source.placeAt(node?.range?.[0] ?? 0, path)
  }
}

function scalarOf(node: Node): Pick<TreeScalar, 'value' | 'source'> {
  if (!isScalar(node)) return { value: null, source: '' }
  const { value, source = '' } = node
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  // What a tag made of the text is told as the text.
  return { value: isPlain ? value : value === null ? null : source, source }
}

function nothing(at: Place): Tree {
  return { ...at, kind: 'scalar', value: null, source: '' }
}

/** `rules[0].match["header.x"]`: a name with other signs than letters, digits, `_` and `-` stands in brackets. */
function memberPath(path: string, name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return `${path}[${shownText(name)}]`
  return path === '' ? name : `${path}.${name}`
}
