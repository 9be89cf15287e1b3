/** What the page shows and lets people do, without a page: pure, and run by the tests of the library's own laws. */
export { laneNames, type LaneName } from './lane-name.ts'
export type { LaneNumbers } from './lane-numbers.ts'
export { LaneRun } from './lane-run.ts'
export type { LaneState, QueueState, WaitingRequest } from './lane-state.ts'
export { limitOf, promised, type Promised } from './limit-of.ts'
export { Outcome } from './outcomes.ts'
export { defaultSetup, linkedSetup, sameLimit, type LaneSettings, type Setup } from './setup.ts'
export { Traffic } from './traffic.ts'
