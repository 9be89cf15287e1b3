import type { Dialect } from '../../packages/sluice/src/http/index.ts'

/** The dialects by their names in the vectors. */
const dialects: Readonly<Record<string, Dialect>> = {
  'draft-11': 'draft-11',
  'draft-07': 'draft-7',
  'draft-06': 'draft-6',
  'draft-03': 'draft-3',
  'x-ratelimit-epoch': 'legacy',
  'x-ratelimit-delta': 'legacy-delta',
  'editors-2026-08': 'next',
}

export function dialectNamed(name: string): Dialect {
  const dialect = dialects[name]
  if (dialect === undefined) throw new Error(`no dialect ${name}`)
  return dialect
}

/** The name in the vectors, or `null` if they have none for it. */
export function nameOf(dialect: string | null): string | null {
  return Object.keys(dialects).find((name) => dialects[name] === dialect) ?? null
}
