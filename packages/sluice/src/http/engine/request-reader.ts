import type { HeaderInput } from '../header-input.ts'

/** How the engine reads the requests of one framework. An adapter has one of these for all requests. */
export interface RequestReader<R> {
  /** The object that all who see this request share, such as the `IncomingMessage` of `node:http`. */
  identity(request: R): object
  /** In upper case, as HTTP has it. */
  method(request: R): string
  headers(request: R): HeaderInput
  /** The address of the peer of the connection; `undefined` where there is none. */
  remoteAddress(request: R): string | undefined
}
