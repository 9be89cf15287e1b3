/** What the page shows and lets people do, without a page: pure, and tested against the library's own limiter. */
export { Arrivals } from './arrivals.ts'
export {
  burstChart,
  type BurstChart,
  type BurstCurve,
  type ChartRate,
  type ClientRequests,
} from './burst-chart.ts'
export { clientView, type ClientView } from './client-view.ts'
export { comparisonTable, type ComparisonRow, type ComparisonTable } from './comparison-table.ts'
export { laneNames, type LaneName } from './lane-name.ts'
export type { LaneNumbers } from './lane-numbers.ts'
export { LaneRun } from './lane-run.ts'
export type { LaneState, QueueState } from './lane-state.ts'
export type { WaitingRequest } from './waiting-requests.ts'
export { limitOf, promised, type Promised } from './limit-of.ts'
export {
  decodeLink,
  encodeLink,
  type DecodedLink,
  type EncodedLink,
  type LinkFault,
  type Picture,
} from './link/link.ts'
export { notice, type LaneResult } from './notice.ts'
export { Outcome } from './outcomes.ts'
export { Player, speeds } from './player.ts'
export {
  boundaryOf,
  burstOf,
  everyFor,
  lessonOf,
  oneRequest,
  poissonOf,
  timesOf,
  type Recipe,
} from './recipe.ts'
export { defaultSetup, linkedSetup, sameLimit, type LaneSettings, type Setup } from './setup.ts'
export { Traffic } from './traffic.ts'
export { asPolicyYaml } from './copy-as/as-policy-yaml.ts'
export { asReplayCommand, type ReplayCommand } from './copy-as/as-replay-command.ts'
export { asTypeScript } from './copy-as/as-typescript.ts'
export { answerTo, questions, setupOf, trafficOf, type Question } from './questions.ts'
