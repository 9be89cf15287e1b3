import type { ResponseHeaders } from './response-headers.ts'

/** The fields of all drafts, as they spell them. */
export const draftFieldNames = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const

type FieldName = (typeof draftFieldNames)[number]

/** Collects what was ignored while fields are read. */
export class FieldReader {
  readonly ignored: string[] = []
  readonly #headers: ResponseHeaders

  constructor(headers: ResponseHeaders) {
    this.#headers = headers
  }

  /** What `read` makes of a field; `undefined` if it is not there, is empty, or breaks a rule. */
  read<T>(name: FieldName, read: (text: string) => T | undefined): T | undefined {
    const text = this.#headers.get(name.toLowerCase())
    if (text === undefined || text === '') return undefined
    const value = read(text)
    if (value === undefined) this.ignored.push(name)
    return value
  }
}
