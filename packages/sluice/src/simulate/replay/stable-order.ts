const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS

/**
 * The order of times, as indices; equal times keep their order. Undefined if they are in order as they stand.
 *
 * A radix sort from the lowest 16 bits up: a pass for every 65 seconds, 49 days, and 8,900 years that the times span,
 * whatever their number, and 8 bytes a time.
 *
 * @param times whole numbers that span less than 2^48
 */
export function stableOrder(times: Float64Array): Uint32Array | undefined {
  const { first, last, isSorted } = spanOf(times)
  if (isSorted) return undefined
  let order = Uint32Array.from(times, (_, index) => index)
  let next = new Uint32Array(times.length)
  for (let scale = 1; scale <= last - first; scale *= DIGITS) {
    orderByDigit(times, first, scale, order, next)
    ;[order, next] = [next, order]
  }
  return order
}

function spanOf(times: Float64Array): { first: number; last: number; isSorted: boolean } {
  let first = Infinity
  let last = -Infinity
  let isSorted = true
  for (const time of times) {
    if (time < last) isSorted = false
    else last = time
    if (time < first) first = time
  }
  return { first, last, isSorted }
}

function orderByDigit(
  times: Float64Array,
  first: number,
  scale: number,
  order: Uint32Array,
  next: Uint32Array,
): void {
  const digitOf = (index: number): number => Math.floor((times[index]! - first) / scale) % DIGITS
  const places = new Uint32Array(DIGITS + 1)
  for (const index of order) places[digitOf(index) + 1]!++
  for (let digit = 0; digit < DIGITS; digit++) places[digit + 1]! += places[digit]!
  for (const index of order) next[places[digitOf(index)]!++] = index
}
