import { headerLines, type HeaderInput } from '../header-input.ts'

/** How a bare number is to be understood where a header gives a reset. */
export type ResetForm = 'guess' | 'delta-seconds' | 'epoch-seconds' | 'epoch-milliseconds'

/** The headers of a response while they are read. */
export interface ResponseHeaders {
  /** All lines of a header joined, or `undefined` if there is none; `name` is in lower case. */
  get(name: string): string | undefined
  /** Every header that starts with these letters, without them. */
  startingWith(prefix: string): readonly (readonly [rest: string, value: string])[]
  /** The time by the sender's clock. */
  readonly nowMs: number
  readonly reset: ResetForm
}

export function responseHeaders(
  headers: HeaderInput,
  clock: (date: string | undefined) => number,
  reset: ResetForm,
): ResponseHeaders {
  const lines = headerLines(headers)
  const get = (name: string): string | undefined => lines.get(name)?.join(', ')
  return {
    get,
    startingWith: (prefix) =>
      [...lines]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, values]) => [name.slice(prefix.length), values.join(', ')]),
    nowMs: clock(get('date')),
    reset,
  }
}
