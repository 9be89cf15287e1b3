/** The name that was probably meant, if one is near; for "did you mean". */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name)
  const exact = known.find((each) => plainName(each) === plain)
  if (exact !== undefined) return exact
  const most = plain.length < 4 ? 1 : plain.length < 8 ? 2 : 3
  let nearest: string | undefined
  let least = most + 1
  for (const each of known) {
    const distance = editDistance(plain, plainName(each), most)
    if (distance < least) [nearest, least] = [each, distance]
  }
  return nearest ?? known.find((each) => plain.length >= 4 && plainName(each).startsWith(plain))
}

/** Whether two words have the same letters in another order, as a slip of the fingers leaves them. */
export function isReordered(one: string, other: string): boolean {
  return one !== other && lettersOf(one) === lettersOf(other)
}

function lettersOf(word: string): string {
  return word.split('').toSorted().join('')
}

/** Without case and punctuation, so that `tokenBucket` is `token-bucket`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Letters to add, to drop, to change, or to swap with their neighbour; more than `most` is not told apart. */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}
