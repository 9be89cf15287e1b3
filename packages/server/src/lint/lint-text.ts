import { policyFaultLines } from '../policy/policy-faults.ts'
import { ruleLines } from '../policy/rule-lines.ts'
import { bold } from '../output/style.ts'
import type { LintedFile } from './lint-file.ts'

/** The faults of a file, a line each; or what its rules say. */
export function lintText({ path, error, policy }: LintedFile): string {
  if (policy === undefined) return policyFaultLines(path, error).join('\n')
  const count = policy.rules.length === 1 ? '1 rule' : `${policy.rules.length} rules`
  return `${bold(path)}: ${count}, no faults\n${ruleLines(policy)}\n`
}
