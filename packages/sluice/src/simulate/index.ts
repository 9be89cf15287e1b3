export { busiestAlignedWindow, type BusiestAlignedWindow } from './measures/busiest-aligned-window.ts'
export { busiestWindow, type BusiestWindow } from './measures/busiest-window.ts'
export { BusiestWindows, type ClientWindow } from './measures/busiest-windows.ts'
export { percentile } from './measures/percentile.ts'
export { perSecond } from './measures/per-second.ts'
export { perStep } from './measures/per-step.ts'
export * from './logs/index.ts'
export { PythonRandom } from './python-random.ts'
export { decideNext, type KeyState, type NextDecision } from './one-key/decide-next.ts'
export { stateView } from './one-key/state-view.ts'
export type {
  BucketView,
  CounterView,
  LogEntry,
  LogView,
  QueueView,
  StateView,
  TatView,
  WindowView,
} from './one-key/views.ts'
export type { AlgorithmResult } from './replay/lane.ts'
export { LOOK_AHEAD_REQUESTS, LookAhead, type LookAheadOptions } from './replay/look-ahead.ts'
export {
  Replay,
  type BlockDecisions,
  type LimitResult,
  type ReplayLimit,
  type ReplayOptions,
} from './replay/replay.ts'
export type { BlockSink, RequestBlock } from './replay/request-block.ts'
export { RequestList } from './replay/request-list.ts'
export { arrivalCurve } from './suggest/arrival-curve.ts'
export { BurstNeeds } from './suggest/burst-needs.ts'
export { chooseRates } from './suggest/choose-rates.ts'
export { suggest, type RateAndCapacity, type Suggestion } from './suggest/suggest.ts'
export { boundaryBurst, type BoundaryBurstOptions } from './traffic/boundary-burst.ts'
export { burstyGaps } from './traffic/bursty-gaps.ts'
export { edgePattern, type EdgePatternOptions } from './traffic/edge-pattern.ts'
export { gcraBursts, type GcraBurstsOptions } from './traffic/gcra-bursts.ts'
export { lessonTrace, type LessonTraceOptions } from './traffic/lesson-trace.ts'
export { listOfTimes } from './traffic/list-of-times.ts'
export type { LoadedLimitOptions } from './traffic/loaded-limit.ts'
export { onOff, type OnOffOptions } from './traffic/on-off.ts'
export { poisson, type PoissonOptions } from './traffic/poisson.ts'
export { steady, type SteadyOptions } from './traffic/steady.ts'
export { steadyGaps } from './traffic/steady-gaps.ts'
export {
  namedTraffics,
  trafficByName,
  type NamedTraffic,
  type NamedTrafficOptions,
  type TrafficName,
} from './traffic/traffic-by-name.ts'
export { BYTES_A_NUMBER, numbersKept } from './numbers-kept.ts'
export { simulate, type Measures, type Simulation, type SimulationOptions } from './run.ts'
export { standardLimits } from './standard-limits.ts'
