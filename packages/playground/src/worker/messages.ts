/** What the page and its worker say to each other. Every question has a number, and its answers have the same. */
import type { LogFields } from 'sluice/simulate'
import type { BurstChart } from '../model/burst-chart.ts'
import type { LogClient, LogOverview, ReadProgress } from './log-overview.ts'

export type Question = { readonly id: number } & (
  | { readonly ask: 'read'; readonly file: File; readonly fields: LogFields }
  | { readonly ask: 'find'; readonly text: string; readonly most: number }
  | { readonly ask: 'requests'; readonly client: number | 'all' }
  | { readonly ask: 'chart'; readonly shares: readonly number[] }
)

export interface RequestsAnswer {
  readonly times: Float64Array
  readonly costs: Float64Array
}

export type Reply = { readonly id: number } & (
  | { readonly reply: 'progress'; readonly progress: ReadProgress }
  | { readonly reply: 'read'; readonly value: LogOverview }
  | { readonly reply: 'find'; readonly value: readonly LogClient[] }
  | { readonly reply: 'requests'; readonly value: RequestsAnswer }
  | { readonly reply: 'chart'; readonly value: BurstChart }
  /** In words for people. */
  | { readonly reply: 'fault'; readonly message: string }
)
