/** The prefix of a line in a Kubernetes container log (CRI): `2025-12-31T17:40:00.1+01:00 stdout F `. */

const BLANK = 32

/** The index after the prefix, or `start` if there is none. Its stamp says when the line was written, not the request's time. */
export function afterContainerPrefix(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes.subarray(start, Math.min(end, start + 64)).indexOf(BLANK)
  const stream = start + first + 1
  if (first < 20 || stream + 9 > end) return start
  const isStream = bytes[stream] === 115 && bytes[stream + 1] === 116 && bytes[stream + 2] === 100
  // `F` is a full line; `P`, a piece of one, cannot be read alone.
  const isFull = bytes[stream + 6] === BLANK && bytes[stream + 7] === 70 && bytes[stream + 8] === BLANK
  return isStream && isFull ? stream + 9 : start
}
