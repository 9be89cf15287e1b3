export type { AlgorithmName, Standing } from './algorithms/algorithm.ts'
export type { CalendarUnit } from './algorithms/fixed-window/calendar.ts'
export type { Decision } from './algorithms/transition.ts'
export { manualClock, systemClock, type Clock, type ManualClock, type TimeSource } from './clock.ts'
export { errorCodes, SluiceError, type ErrorCode, type ErrorDetails } from './errors.ts'
export type {
  DecisionEvent,
  EventName,
  FallbackEvent,
  LimiterEvents,
  RecoveredEvent,
  RefusedEvent,
  ShadowRefusedEvent,
  StoreErrorEvent,
  StoreEvent,
} from './events.ts'
export { createLimiter, type LimitOptions, type LimitsOptions } from './limiter/create-limiter.ts'
export type { LeaseOptions } from './limiter/lease-options.ts'
export type {
  CheckOptions,
  CostOption,
  LimitDecision,
  Limiter,
  LimitsDecision,
  RefundOptions,
  Reservation,
} from './limiter/limiter.ts'
export { parseDuration, type Duration } from './limits/duration.ts'
export { fixedWindow, type FixedWindowOptions } from './limits/fixed-window.ts'
export { gcra, type GcraOptions } from './limits/gcra.ts'
export { joinKey, type Keys } from './limits/key.ts'
export { leakyBucket, type LeakyBucketOptions } from './limits/leaky-bucket.ts'
export type { Limit } from './limits/limit.ts'
export { parseRate, type Rate, type RateOfUnits } from './limits/rate.ts'
export type { SeveralDecision } from './limits/several.ts'
export { slidingLog, type SlidingLogOptions } from './limits/sliding-log.ts'
export { slidingWindowCounter, type SlidingWindowCounterOptions } from './limits/sliding-window-counter.ts'
export { tokenBucket, type TokenBucketOptions } from './limits/token-bucket.ts'
export type { FailurePolicy } from './stores/failure/failure-policy.ts'
export { memoryStore, type MemoryStoreOptions } from './stores/memory/memory-store.ts'
export type {
  Answer,
  Binding,
  BindOptions,
  LimitStats,
  Mode,
  NamedLimit,
  Store,
  Verdict,
} from './stores/store.ts'
