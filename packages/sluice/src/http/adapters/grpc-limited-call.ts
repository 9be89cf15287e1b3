/** How passages are carried out on calls of gRPC. */
import {
  Metadata,
  status as grpcStatus,
  type ServerInterceptingCallInterface,
  type ServerListener,
} from '@grpc/grpc-js'
import { SluiceError } from '../../errors.ts'
import { isPending } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import { tell } from '../engine/tell.ts'
import type { Problem } from '../problem/problem.ts'
import type { GrpcCall, GrpcRateLimitOptions } from './grpc-call.ts'
import { grpcStatusDetails } from './grpc-status-details.ts'
import { refusalNotice } from './refusal-notice.ts'

type Status = Parameters<ServerInterceptingCallInterface['sendStatus']>[0]

/** One call, from its metadata to its status. */
export class LimitedCall {
  readonly listener: ServerListener
  readonly #engine: RateLimitEngine<GrpcCall>
  readonly #path: string
  readonly #call: ServerInterceptingCallInterface
  readonly #onError: GrpcRateLimitOptions['onError']
  #passage: Passage | undefined
  #isGone = false
  #hasSentMetadata = false

  constructor(
    engine: RateLimitEngine<GrpcCall>,
    path: string,
    call: ServerInterceptingCallInterface,
    onError: GrpcRateLimitOptions['onError'],
  ) {
    this.#engine = engine
    this.#path = path
    this.#call = call
    this.#onError = onError
    this.listener = {
      onReceiveMetadata: (metadata, goOn) => this.#decide(metadata, () => goOn(metadata)),
      onCancel: () => this.#cancelled(),
    }
  }

  /** Where the client stands, in the metadata that goes out first. */
  withHeaders(metadata: Metadata): Metadata {
    this.#hasSentMetadata = true
    for (const [name, value] of this.#passage?.headers() ?? []) metadata.set(name, value)
    return metadata
  }

  ended(status: Status): Status {
    const told = this.#hasSentMetadata
      ? status
      : { ...status, metadata: this.withHeaders(status.metadata?.clone() ?? new Metadata()) }
    void this.#passage?.finished(status.code ?? grpcStatus.UNKNOWN)
    return told
  }

  #decide(metadata: Metadata, goOn: () => void): void {
    const request: GrpcCall = { path: this.#path, metadata, call: this.#call }
    let begun: ReturnType<RateLimitEngine<GrpcCall>['begin']>
    try {
      begun = this.#engine.begin(request)
    } catch (error) {
      return this.#fail(error, request)
    }
    if (!isPending(begun)) return this.#carryOut(begun, request, goOn)
    void begun.then(
      (passage) => this.#carryOut(passage, request, goOn),
      (error: unknown) => this.#fail(error, request),
    )
  }

  #carryOut(passage: Passage, { metadata }: GrpcCall, goOn: () => void): void {
    if (this.#isGone) return void passage.cancel()
    this.#passage = passage
    if (passage.refusal !== undefined) return this.#refuse(passage, passage.refusal, metadata)
    if (passage.action === 'pass') return goOn()
    void passage.wait().then((isDue) => (isDue ? goOn() : undefined))
  }

  /** Without initial metadata, so that the client's library may try again: metadata would commit it to this attempt. */
  #refuse(passage: Passage, refusal: Problem, received: Metadata): void {
    const code = refusal.status === 429 ? grpcStatus.RESOURCE_EXHAUSTED : grpcStatus.UNAVAILABLE
    const notice = refusalNotice(refusal, received)
    const metadata = new Metadata()
    for (const [name, value] of passage.headers()) metadata.set(name, value)
    metadata.set('grpc-retry-pushback-ms', pushback(notice.retryAfterMs))
    metadata.set('grpc-status-details-bin', Buffer.from(grpcStatusDetails(code, notice)))
    this.#call.sendStatus({ code, details: notice.message, metadata })
  }

  #fail(error: unknown, request: GrpcCall): void {
    tell(this.#onError, error, request)
    const isStore = error instanceof SluiceError && error.code.startsWith('ERR_STORE_')
    this.#call.sendStatus({
      code: isStore ? grpcStatus.UNAVAILABLE : grpcStatus.INTERNAL,
      details: 'The call could not be decided.',
    })
  }

  /** Comes after every call; it matters only for those that have not been ended by their handler. */
  #cancelled(): void {
    this.#isGone = true
    void this.#passage?.aborted()
  }
}

const MOST_PUSHBACK_MS = 2 ** 31 - 1

/** A signed number of 32 bits; -1 asks not to try again (gRFC A6), which is also best for waits that are longer. */
function pushback(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined || retryAfterMs > MOST_PUSHBACK_MS ? '-1' : `${retryAfterMs}`
}
