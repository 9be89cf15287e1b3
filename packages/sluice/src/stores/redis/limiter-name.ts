import type { NamedLimit } from '../store.ts'

/**
 * Names the limiters of one store, so that the same program calls them alike in every process. One without a name of its
 * own is called by a digest of its limits, and the second of the same limits is told apart by a number; two of the same
 * name share their keys.
 */
export function limiterNames(): (limits: readonly NamedLimit[], name: string | undefined) => string {
  const known = new Map<string, number>()
  return (limits, name) => {
    if (name !== undefined) return `=${name}`
    const words = limits.map(({ name: limitName, limit }) => `${limitName}-${limit.summary}`)
    const made = digest(words.join('\n'))
    const times = (known.get(made) ?? 0) + 1
    known.set(made, times)
    return times === 1 ? made : `${made}#${times}`
  }
}

/** 64 bits of a text as eleven or twelve characters: names are short, as they are sent and looked up with every key. */
function digest(text: string): string {
  const halves = [0x01000193, 0x9e3779b1].map((multiplier) => {
    let hash = 0x811c9dc5
    for (let index = 0; index < text.length; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), multiplier)
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    return ((hash ^ (hash >>> 13)) >>> 0).toString(36)
  })
  return halves.join('')
}
