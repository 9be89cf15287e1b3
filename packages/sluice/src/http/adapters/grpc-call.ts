/** How the engine sees calls of gRPC. */
import type { Metadata, ServerInterceptingCallInterface } from '@grpc/grpc-js'
import type { RateLimitOptions, RuleOptions } from '../engine/rate-limit-options.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeadersObject } from '../header-input.ts'

/** A call whose metadata has come, and no message yet. */
export interface GrpcCall {
  /** `'/package.Service/Method'`. */
  readonly path: string
  readonly metadata: Metadata
  /** Its deadline, host, peer and the certificates of the connection. */
  readonly call: ServerInterceptingCallInterface
}

/**
 * As for HTTP, except that a status is one of gRPC (0 to 16): `count` takes all but OK for failures, and `settle` is
 * called with 1 (CANCELLED) for a client that has gone away.
 */
export type GrpcRuleOptions = RuleOptions<GrpcCall>

/** The key of a call is by default the address of its peer; with `address`, what metadata says of proxies. */
export interface GrpcRateLimitOptions extends Omit<
  RateLimitOptions<GrpcCall>,
  'format' | 'preflights' | 'rules'
> {
  readonly rules?: readonly GrpcRuleOptions[]
}

export const grpcReader: RequestReader<GrpcCall> = {
  identity: ({ metadata }) => metadata,
  method: () => 'POST',
  headers: ({ metadata }) => headersOf(metadata),
  remoteAddress: ({ call }) => call.getConnectionInfo().remoteAddress,
}

function headersOf(metadata: Metadata): HeadersObject {
  const get = (name: string): string | null => {
    const values = metadata.get(name)
    return values.length === 0 ? null : values.join(', ')
  }
  return {
    get,
    forEach(visit) {
      for (const name of Object.keys(metadata.getMap())) visit(get(name) ?? '', name)
    },
  }
}

const OK = 0
const CANCELLED = 1
/** What the engine calls the status of a response whose client has gone away. */
const HTTP_CLIENT_GONE = 499

export function grpcEngineOptions(options: GrpcRateLimitOptions): RateLimitOptions<GrpcCall> {
  const { rules } = options
  return rules === undefined ? withGrpcStatus(options) : { ...options, rules: rules.map(withGrpcStatus) }
}

function withGrpcStatus<O extends GrpcRuleOptions>(options: O): O {
  const { isFailure = (status: number) => status !== OK, settle } = options
  return {
    ...options,
    isFailure,
    ...(typeof settle === 'function' && {
      settle: (call: GrpcCall, status: number) =>
        settle(call, status === HTTP_CLIENT_GONE ? CANCELLED : status),
    }),
  }
}
