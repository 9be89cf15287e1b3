import { SluiceError } from '../errors.ts'
import { checkCost } from '../limits/cost.ts'
import { checkOptions, checkWord, shown } from '../limits/options.ts'
import { failurePolicies, type FailurePolicy } from '../stores/failure/failure-policy.ts'
import type { CheckOptions, CostOption, RefundOptions } from './limiter.ts'

/** The cost that a verb is called with, 1 if none is given. */
export function costOf(options: CostOption | undefined, names: readonly string[] = ['cost']): number {
  if (options === undefined) return 1
  checkOptions('options', options, names)
  const { cost = 1 } = options
  return checkCost(cost)
}

/** Names of the options that decide a request. */
export const checkNames: readonly string[] = ['cost', 'mode']

/** Whether a refusal is to be told as one that was not enforced. */
export function isShadowOf(options: CheckOptions | undefined): boolean {
  const mode = options?.mode
  return mode !== undefined && checkWord('mode', mode, ['enforce', 'shadow']) === 'shadow'
}

/** What a refund gives back, and to which decision it belongs. */
export function refundOf(options: RefundOptions): {
  readonly cost: number
  readonly atMs: number | undefined
  readonly fallback: FailurePolicy | undefined
} {
  const cost = costOf(options, ['cost', 'atMs', 'fallback'])
  return { cost, atMs: timeOf(options.atMs), fallback: policyOf(options.fallback) }
}

function timeOf(atMs: unknown): number | undefined {
  if (atMs === undefined || (typeof atMs === 'number' && Number.isFinite(atMs))) return atMs
  throw new SluiceError('ERR_INVALID_OPTION', `atMs must be the atMs of a decision; found ${shown(atMs)}.`, {
    field: 'atMs',
    value: atMs,
  })
}

function policyOf(fallback: unknown): FailurePolicy | undefined {
  return fallback === undefined ? undefined : checkWord('fallback', fallback, failurePolicies)
}
