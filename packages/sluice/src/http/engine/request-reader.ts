import type { HeaderInput } from '../header-input.ts'

/** How the engine reads the requests of one framework. An adapter has one of these for all requests. */
export interface RequestReader<R> {
  /** The object that all who see this request share, such as the `IncomingMessage` of `node:http`. */
  identity(request: R): object
  /**
   * What the response belongs to, where one response answers several requests, as it does the fields of a GraphQL
   * operation: each of them is decided by itself, and the headers tell of all. Default the identity.
   */
  envelope?(request: R): object
  /** In upper case, as HTTP has it. */
  method(request: R): string
  headers(request: R): HeaderInput
  /** The address of the peer of the connection; `undefined` where there is none. */
  remoteAddress(request: R): string | undefined
}
