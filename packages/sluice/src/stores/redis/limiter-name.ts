import type { NamedLimit } from '../store.ts'

/**
 * Names the limiters of one store, so that the same program calls them alike in every process. One without a name of its
 * own is called after its limits, and the second of the same limits is told apart by a number; two of the same name share
 * their keys.
 */
export function limiterNames(): (limits: readonly NamedLimit[], name: string | undefined) => string {
  const known = new Map<string, number>()
  return (limits, name) => {
    if (name !== undefined) return `=${name}`
    const words = limits.map(({ name: limitName, limit }) => `${limitName}-${limit.summary}`)
    const made = words.join('+').replaceAll(' ', '-')
    const times = (known.get(made) ?? 0) + 1
    known.set(made, times)
    return times === 1 ? made : `${made}#${times}`
  }
}
