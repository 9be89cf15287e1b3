/** What is used of Express 4 and 5, in types of our own: whoever does not use Express need not install it. */

declare global {
  /** The namespace that applications extend with their own members, such as `user`. */
  // oxlint-disable-next-line typescript/no-namespace -- it is Express's
  namespace Express {
    // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- it is Express's
    interface Request {}
    // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- it is Express's
    interface Response {}
  }
}

export interface ExpressRequest extends Express.Request {
  readonly ip?: string | undefined
  readonly method: string
  readonly originalUrl: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly app: { get(setting: string): unknown }
  get(name: string): string | undefined
}

export interface ExpressResponse extends Express.Response {
  readonly statusCode: number
  readonly headersSent: boolean
  readonly writableEnded: boolean
  status(code: number): unknown
  send(body: unknown): unknown
  setHeader(name: string, value: string): unknown
  append(name: string, value: string): unknown
  once(event: 'close' | 'finish' | 'error', listener: () => void): unknown
}

export type NextFunction = (error?: unknown) => void
