export {
  clientAddress,
  UNKNOWN_CLIENT,
  type ClientAddress,
  type ClientAddressOptions,
} from './client-address/client-address.ts'
export type { AddressRange } from './client-address/trusted-ranges.ts'
export type {
  Awaitable,
  Limits,
  Passage,
  RateLimitEngine,
  RateLimitOptions,
  RateLimitReport,
  RequestReader,
  RuleOptions,
  SlowDownOptions,
} from './engine/index.ts'
export { rateLimitEngine, rateLimitOf } from './engine/index.ts'
export type { HeaderInput, HeaderList, HeaderPair, HeaderRecord, HeadersObject } from './header-input.ts'
export type { Dialect } from './headers/dialects.ts'
export { partitionKeys } from './headers/partition-keys.ts'
export { policyDecisions, type PolicyDecision, type Told } from './headers/policy-decision.ts'
export {
  rateLimitHeaders,
  rateLimitWriter,
  type RateLimitHeadersOptions,
  type RateLimitWriter,
  type RateLimitWriterOptions,
} from './headers/rate-limit-headers.ts'
export {
  rateLimitPolicies,
  rateLimitPolicy,
  type RateLimitPolicy,
  type RateLimitPolicyOptions,
} from './headers/rate-limit-policy.ts'
export type { BodyFormat, OwnFormat } from './problem/body-formats.ts'
export type { ProblemKind } from './problem/problem-kinds.ts'
export { problem, type Problem, type ProblemOptions } from './problem/problem.ts'
export type { Refusal } from './problem/refusal.ts'
export { paceFrom, type Pace, type PaceOptions } from './reading/pace-from.ts'
export { parseRateLimit, type ParsedRateLimit, type ParseOptions } from './reading/parse-rate-limit.ts'
export type { ReadDialect, Reading, ReadingSource, ReadLimit, ReadPolicy } from './reading/reading.ts'
export type { ResetForm } from './reading/response-headers.ts'
export type { RetrySource } from './reading/retry-after.ts'
export type { StripeReason } from './reading/stripe.ts'
