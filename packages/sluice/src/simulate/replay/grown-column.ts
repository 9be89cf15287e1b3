/** A longer array that holds `index`, with `fresh` in its new places. */
export function grownColumn(column: Float64Array, index: number, fresh: number): Float64Array {
  const grown = new Float64Array(Math.max(2 * column.length, index + 1)).fill(fresh, column.length)
  grown.set(column)
  return grown
}

/** As `grownColumn`, for columns of small whole numbers, with 0 in the new places. */
export function grownLinks(column: Int32Array, index: number): Int32Array {
  const grown = new Int32Array(Math.max(2 * column.length, index + 1))
  grown.set(column)
  return grown
}
