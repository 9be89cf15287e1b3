/** Rate limits as an interceptor for servers of `@grpc/grpc-js`. */
import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import { grpcEngineOptions, grpcReader, type GrpcRateLimitOptions } from './grpc-call.ts'
import { LimitedCall } from './grpc-limited-call.ts'

export type { GrpcCall, GrpcRateLimitOptions, GrpcRuleOptions } from './grpc-call.ts'

/**
 * An interceptor that decides every call, or those that `skip` leaves, before its messages are read. A call over its
 * limit ends with RESOURCE_EXHAUSTED, one that cannot be decided or held back with UNAVAILABLE; both carry
 * `grpc-retry-pushback-ms` (gRFC A6), by which clients with a retry policy wait as long as needed or give up at once,
 * and the same in `grpc-status-details-bin`. Other calls have their `RateLimit` fields in the initial metadata, or in
 * the trailing metadata if there is no other. `rateLimitOf(call.metadata)` tells handlers what was decided.
 *
 * An error that `onFailure` is to throw is told to `onError`; the call ends with UNAVAILABLE if the store failed, and
 * with INTERNAL if a function of yours did.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * new Server({ interceptors: [rateLimit({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) })] })
 */
export function rateLimit(options: GrpcRateLimitOptions): ServerInterceptor {
  const engine = rateLimitEngine(grpcReader, grpcEngineOptions(options))
  return ({ path }, call) => {
    const limited = new LimitedCall(engine, path, call, options.onError)
    return new ServerInterceptingCall(call, {
      start: (next) => next(limited.listener),
      sendMetadata: (metadata, next) => next(limited.withHeaders(metadata)),
      sendStatus: (status, next) => next(limited.ended(status)),
    })
  }
}
