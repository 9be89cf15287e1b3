import { joinKey } from '../limits/key.ts'

/**
 * The key of a request under a rule. Every part says which attribute it is of, so that the keys of a rule that is keyed
 * by another attribute from now on mean nobody else. A missing attribute has a part without a value, which no value
 * gives: requests without it share an allowance of their own.
 */
export function ruleKey(names: readonly string[], valueOf: (name: string) => string | undefined): string {
  const parts = names.map((name) => {
    const value = valueOf(name)
    return value === undefined ? name : `${name}=${value}`
  })
  return parts.length === 1 ? (parts[0] as string) : joinKey(...parts)
}
