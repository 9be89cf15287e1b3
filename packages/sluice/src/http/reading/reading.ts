/** What a response said of its sender's limits. */

/** Where a limit was read: the header or family of headers, by the name it starts with. */
export type ReadingSource =
  | 'ratelimit'
  | 'ratelimit-triple'
  | 'x-ratelimit'
  | 'x-rate-limit'
  | 'anthropic-ratelimit'
  | 'x-shopify-shop-api-call-limit'

/**
 * The dialect that was read, in the words of `rateLimitHeaders`; draft-6 stands for -04 to -06 and draft-11 for -08 to
 * -11, which are alike on the wire. `'vendor'` are headers of one sender.
 */
export type ReadDialect =
  | 'draft-11'
  | 'draft-7'
  | 'draft-6'
  | 'draft-3'
  | 'legacy'
  | 'legacy-delta'
  | 'next'
  | 'vendor'

/** One limit and where the client stands. */
export interface ReadLimit {
  /** The name of its policy, or the number it goes by; `null` where it has none. */
  readonly policy: string | null
  /** The most units there can be. */
  readonly limit: number | null
  /** Units left; `null` if the sender does not say. */
  readonly remaining: number | null
  /**
   * For how long `remaining` is all there is, or until the limit is full again; senders mean either. `null` if it is
   * not known.
   */
  readonly resetAfterMs: number | null
  /** What the quota is counted for. */
  readonly partitionKey: Uint8Array | null
}

/** A policy that the sender announced. */
export interface ReadPolicy {
  readonly name: string
  readonly quota: number
  readonly unit: string
  readonly windowSeconds: number | null
  readonly partitionKey: Uint8Array | null
}

/** What one family of headers said. */
export interface Reading {
  readonly source: ReadingSource
  readonly dialect: ReadDialect
  readonly limits: readonly ReadLimit[]
  readonly policies: readonly ReadPolicy[]
}
