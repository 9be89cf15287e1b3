import type { LogInput } from '../../logs/log-input.ts'
import type { PolicyFile } from '../../policy/policy-file.ts'
import { decideInOrder, type OrderOptions } from '../decide-in-order.ts'
import { logReport, type LogReport } from '../log-report.ts'
import { PolicyReplay } from './policy-replay.ts'
import type { RefusalReport } from './refusals.ts'

/** What a policy would have done to a log, as `sluice replay --policy --json` prints it. */
export interface PolicyLogReport extends LogReport {
  readonly policy: PolicyReport
}

interface PolicyReport extends RefusalReport {
  /** The path of the policy file, as it was given. */
  readonly file: string
  /** Requests that no rule matches; they count as allowed. */
  readonly unmatched: number
  readonly rules: readonly RuleReport[]
}

/** `refused` and the clients count what this rule refuses, or would refuse in shadow mode, whatever others decide. */
export interface RuleReport extends RefusalReport {
  readonly name: string
  readonly mode: 'enforce' | 'shadow'
  readonly count: 'all' | 'failures' | 'successes'
  readonly matched: number
}

/**
 * Replays a log, or several as one, by the rules of a policy.
 *
 * @throws WorkError, SluiceError as `decideInOrder`
 */
export async function replayPolicy(
  inputs: readonly LogInput[],
  file: PolicyFile,
  options: OrderOptions,
): Promise<PolicyLogReport> {
  const { decider, logs, clients } = await decideInOrder(inputs, options, () => new PolicyReplay(file.policy))
  const names = inputs.map(({ name }) => name)
  const report = logReport(names, logs, clients, [])
  return { ...report, warnings: warningsOf(report, decider), policy: policyReport(file.path, decider) }
}

function policyReport(file: string, { policy, all, byRule, unmatched }: PolicyReplay): PolicyReport {
  const rules = policy.rules.flatMap(({ name, mode, count }) => {
    const refusals = byRule.get(name)
    return refusals === undefined
      ? []
      : [{ name, mode, count, matched: refusals.requests, ...refusals.report() }]
  })
  return { file, unmatched, ...all.report(), rules }
}

function warningsOf(
  { resolutionMs, matched }: LogReport,
  { withoutOutcome, unmatched }: PolicyReplay,
): string[] {
  const warnings: string[] = []
  if (resolutionMs > 1 && matched > 0) {
    const unit = resolutionMs === 1000 ? 'second' : 'minute'
    warnings.push(
      `the stamps are whole ${unit}s, so all requests of one ${unit} come as one burst; short windows and small bursts refuse more here than they would have.`,
    )
  }
  if (withoutOutcome > 0) {
    warnings.push(
      `the log does not say how ${withoutOutcome.toLocaleString('en-GB')} requests ended; rules that count failures or successes take them for successes.`,
    )
  }
  if (matched > 0 && unmatched === matched) {
    warnings.push('no request matches any rule; look at what the log says of path, method and host.')
  }
  return warnings
}
