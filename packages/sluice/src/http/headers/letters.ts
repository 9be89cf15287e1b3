/**
 * The letters of the parameters of `RateLimit` and `RateLimit-Policy`. Those of `draft-11` are the ones of
 * draft-ietf-httpapi-ratelimit-headers-08 to -11; those of `next` stand in the editors' copy of August 2026, which is
 * not published. `RateLimit-Policy` spells alike in both.
 */
export interface StandingLetters {
  readonly available: string
  readonly effectiveWindow: string
  readonly cost: string | undefined
  readonly partitionKey: string
}

export type ListDialect = 'draft-11' | 'next'

export const standingLetters: Readonly<Record<ListDialect, StandingLetters>> = {
  'draft-11': { available: 'r', effectiveWindow: 't', cost: undefined, partitionKey: 'pk' },
  next: { available: 'a', effectiveWindow: 'w', cost: 'c', partitionKey: 'pk' },
}

export const policyLetters = { quota: 'q', unit: 'qu', window: 'w', partitionKey: 'pk' } as const

/** The unit of a policy that names none. The draft's registry spells it without the s, so readers take both. */
export const DEFAULT_UNIT = 'requests'
export const DEFAULT_UNIT_IN_REGISTRY = 'request'
