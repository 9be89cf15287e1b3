import type { Refusal } from './refusal.ts'

/** A body of your own. */
export interface OwnFormat {
  /** The value of `Content-Type`: printable ASCII. */
  readonly contentType: string
  readonly body: (refusal: Refusal) => string
}

/**
 * The form of a refusal's body: `application/problem+json` (RFC 9457), `{"error": {...}}` as many APIs have it, plain
 * text, or your own.
 */
export type BodyFormat = 'problem' | 'error' | 'text' | OwnFormat

export type NamedFormat = Exclude<BodyFormat, OwnFormat>

export const bodyFormats: Readonly<Record<NamedFormat, OwnFormat>> = {
  problem: {
    contentType: 'application/problem+json',
    body: ({ type, title, status, detail, violatedPolicies }) =>
      JSON.stringify({ type, title, status, detail, 'violated-policies': violatedPolicies }),
  },
  error: {
    contentType: 'application/json',
    body: ({ kind, title, status, detail = title, violatedPolicies, retryAfterSeconds = null }) =>
      JSON.stringify({ error: { code: kind, message: detail, status, violatedPolicies, retryAfterSeconds } }),
  },
  text: {
    contentType: 'text/plain; charset=utf-8',
    body: ({ title, detail = title }) => `${detail}\n`,
  },
}
