/** Longer texts are no addresses and are not kept. */
const LONGEST_TEXT = 64

/** Texts in each of the two generations that are kept. */
const GENERATION = 512

/**
 * Remembers what was made of the last texts, between 512 and 1,024 of them: a connection brings many requests from one
 * peer. Meant for texts that stand for themselves; one cut out of a header would keep the whole header in memory.
 */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  return (text) => {
    const known = young.get(text)
    if (known !== undefined) return known
    const made = old.get(text) ?? make(text)
    if (text.length > LONGEST_TEXT) return made
    if (young.size >= GENERATION) {
      old = young
      young = new Map()
    }
    young.set(text, made)
    return made
  }
}
