import type { Policy, PolicyFault, Rule } from 'sluice/policy'
import type { LintedFile } from './lint-file.ts'

/** A file as `sluice lint --json` prints it. */
export interface LintedJson {
  readonly file: string
  readonly valid: boolean
  readonly faults: readonly PolicyFault[]
  /** Null for a file with faults. */
  readonly rules: readonly RuleJson[] | null
}

interface RuleJson extends Omit<Rule, 'limits'> {
  readonly limits: readonly { readonly name: string; readonly algorithm: string; readonly summary: string }[]
}

export function lintJson({ path, error, policy }: LintedFile): LintedJson {
  return {
    file: path,
    valid: policy !== undefined,
    faults: error?.faults ?? [],
    rules: policy === undefined ? null : rulesOf(policy),
  }
}

function rulesOf({ rules }: Policy): readonly RuleJson[] {
  return rules.map(({ limits, ...rule }) => ({
    ...rule,
    limits: limits.map(({ name, limit }) => ({
      name,
      algorithm: limit.algorithm.name,
      summary: limit.summary,
    })),
  }))
}
