/** Looking at four bytes as one number, the first byte the lowest. */

/** Marks the top bit of bytes that two words have in common; above the lowest such byte it may mark others too. */
export function equalBytes(word: number, pattern: number): number {
  const difference = word ^ pattern
  return (difference - 0x01010101) & ~difference & 0x80808080
}

/** How many bits are below the lowest byte that is marked: 0, 8, 16 or 24. */
export function bitsBelow(marks: number): number {
  return (31 - Math.clz32(marks & -marks)) & 24
}
