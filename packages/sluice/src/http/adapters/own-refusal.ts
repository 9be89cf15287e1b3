import type { HeaderPair } from '../header-input.ts'

/** The headers of a refusal whose body is not ours: those that matter to clients and caches, whatever the body. */
export function ownRefusalHeaders(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  return headers.filter(([name]) => name !== 'Content-Type')
}
