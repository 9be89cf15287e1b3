import { expect, test } from 'vitest'
import { grpcStatusDetails } from './grpc-status-details.ts'

/** `tag length text`, as Protocol Buffers write a string or a message that is shorter than 128 bytes. */
function field(tag: number, value: string | readonly number[]): number[] {
  const bytes = typeof value === 'string' ? [...Buffer.from(value)] : value
  return [tag, bytes.length, ...bytes]
}

const PREFIX = 'type.googleapis.com/google.rpc.'
const refused = { kind: 'quota-exceeded', message: 'wait', violatedPolicies: [], retryAfterMs: 1500 } as const

test('the wait is a RetryInfo of seconds and nanoseconds', () => {
  // 500,000,000 in groups of seven bits, the lowest first: 00 4a 35 6e 01.
  const delay = field(0x0a, [0x08, 1, 0x10, 0x80, 0xca, 0xb5, 0xee, 0x01])
  const detail = [...field(0x0a, `${PREFIX}RetryInfo`), ...field(0x12, delay)]
  expect([...grpcStatusDetails(8, refused)]).toEqual([
    0x08,
    8,
    ...field(0x12, 'wait'),
    ...field(0x1a, detail),
  ])
})

test('seconds beyond 32 bits are written in full', () => {
  // 2^35 seconds: five groups of nothing, then 1.
  const bytes = Buffer.from(grpcStatusDetails(8, { ...refused, retryAfterMs: 2 ** 35 * 1000 }))
  expect(bytes.includes(Buffer.from([0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(true)
})

test('a request that can never pass has no RetryInfo, and each violated policy is named', () => {
  const violations = ['a', 'b'].flatMap((name) => field(0x0a, [...field(0x0a, name), ...field(0x12, 'wait')]))
  const detail = [...field(0x0a, `${PREFIX}QuotaFailure`), ...field(0x12, violations)]
  const notice = { ...refused, violatedPolicies: ['a', 'b'], retryAfterMs: undefined }
  expect([...grpcStatusDetails(8, notice)]).toEqual([0x08, 8, ...field(0x12, 'wait'), ...field(0x1a, detail)])
})
