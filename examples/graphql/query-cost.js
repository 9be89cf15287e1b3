// What a query may make a server do, before any of it is done.
import { getNamedType, getNullableType, isListType, Kind } from 'graphql'

/** What a list is taken for that nothing gives a size. */
const LIST_SIZE = 10

/**
 * One unit for every field, times the sizes of the lists that it is in. A list has the size that its argument `first` or
 * `last` says, or that of the connection around it. The query must be valid for the schema.
 */
export function queryCost(schema, document, { operationName, variables = {} } = {}) {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  const count = new Count(schema, document, { ...defaultsOf(operation), ...variables })
  const cost = count.ofAll(operation.selectionSet, schema.getRootType(operation.operation))
  return Math.min(cost, Number.MAX_SAFE_INTEGER)
}

class Count {
  #schema
  #variables
  #fragments = new Map()
  /** Costs of fragments. Each is worked out once: fragments that each name two others would take for ever otherwise. */
  #known = new Map()

  constructor(schema, document, variables) {
    this.#schema = schema
    this.#variables = variables
    for (const each of document.definitions) {
      if (each.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(each.name.value, each)
    }
  }

  /** `size` is what a connection says about the lists in it. */
  ofAll({ selections }, type, size) {
    return selections.reduce((sum, selection) => sum + this.#of(selection, type, size), 0)
  }

  #of(selection, type, size) {
    if (selection.kind === Kind.FIELD) return this.#ofField(selection, type, size)
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value, size)
    return this.ofAll(selection.selectionSet, this.#typeOf(selection) ?? type, size)
  }

  #ofFragment(name, size) {
    const key = `${name} ${size}`
    if (!this.#known.has(key)) {
      const fragment = this.#fragments.get(name)
      this.#known.set(key, this.ofAll(fragment.selectionSet, this.#typeOf(fragment), size))
    }
    return this.#known.get(key)
  }

  #ofField({ name, arguments: given = [], selectionSet }, type, size) {
    if (selectionSet === undefined) return 1
    const field = type?.getFields?.()[name.value]
    const own = this.#sizeIn(given, field)
    const below = field === undefined ? undefined : getNamedType(field.type)
    if (field === undefined || !isListType(getNullableType(field.type))) {
      return 1 + this.ofAll(selectionSet, below, own)
    }
    return 1 + this.ofAll(selectionSet, below) * (own ?? size ?? LIST_SIZE)
  }

  #sizeIn(given, field) {
    for (const name of ['first', 'last']) {
      const value = given.find((argument) => argument.name.value === name)?.value
      const size = value?.kind === Kind.VARIABLE ? this.#variables[value.name.value] : value?.value
      const known = size ?? field?.args.find((argument) => argument.name === name)?.defaultValue
      if (known !== undefined) return Math.max(1, Math.trunc(Number(known)) || 1)
    }
    return undefined
  }

  #typeOf({ typeCondition }) {
    return typeCondition && this.#schema.getType(typeCondition.name.value)
  }
}

function defaultsOf({ variableDefinitions = [] }) {
  return Object.fromEntries(
    variableDefinitions.map(({ variable, defaultValue }) => [variable.name.value, defaultValue?.value]),
  )
}
