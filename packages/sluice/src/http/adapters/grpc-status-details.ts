/**
 * The value of `grpc-status-details-bin`: a `google.rpc.Status` whose details are `google.rpc.RetryInfo` and
 * `google.rpc.QuotaFailure` (googleapis, google/rpc/status.proto and error_details.proto), in the wire format of
 * Protocol Buffers. These few messages need no runtime for it.
 */
import type { RefusalNotice } from './refusal-notice.ts'

const TYPE_PREFIX = 'type.googleapis.com/google.rpc.'

/** `code` is the gRPC status that goes with the details. */
export function grpcStatusDetails(
  code: number,
  { message, violatedPolicies, retryAfterMs }: RefusalNotice,
): Uint8Array {
  const details: number[] = []
  if (retryAfterMs !== undefined) {
    details.push(...detail('RetryInfo', bytes(1, duration(retryAfterMs))))
  }
  if (violatedPolicies.length > 0) {
    const violations = violatedPolicies.flatMap((name) => bytes(1, [...text(1, name), ...text(2, message)]))
    details.push(...detail('QuotaFailure', violations))
  }
  return Uint8Array.from([...whole(1, code), ...text(2, message), ...details])
}

/** A `google.protobuf.Any` in the field `details` of the status. */
function detail(type: string, value: readonly number[]): readonly number[] {
  return bytes(3, [...text(1, `${TYPE_PREFIX}${type}`), ...bytes(2, value)])
}

/** A `google.protobuf.Duration`. */
function duration(ms: number): readonly number[] {
  return [...whole(1, Math.floor(ms / 1000)), ...whole(2, (ms % 1000) * 1_000_000)]
}

function text(field: number, value: string): readonly number[] {
  return bytes(field, [...new TextEncoder().encode(value)])
}

/** Wire type 2: what has a length. */
function bytes(field: number, value: readonly number[]): readonly number[] {
  return [...varint(field * 8 + 2), ...varint(value.length), ...value]
}

/** Wire type 0: whole numbers of at least 0, of which 0 is left out. */
function whole(field: number, value: number): readonly number[] {
  return value === 0 ? [] : [...varint(field * 8), ...varint(value)]
}

/** Seven bits a byte, the lowest first, by division because a shift would cut the number to 32 bits. */
function varint(value: number): readonly number[] {
  const encoded: number[] = []
  let rest = value
  while (rest >= 128) {
    encoded.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...encoded, rest]
}
