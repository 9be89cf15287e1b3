import { SluiceError } from '../errors.ts'

/** One thing that is wrong with a policy file, and where. */
export interface PolicyFault {
  /** What kind of fault it is: a stable word, such as `unknown-key`. */
  readonly code: PolicyFaultCode
  /** What was found, as a sentence without its full stop. */
  readonly message: string
  /** Where it stands in the policy, such as `rules[1].limits[0].rate`; empty for the file as a whole. */
  readonly path: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
  /** What would do instead, as an order: `write 5/s`. */
  readonly remedy: string
}

export type PolicyFaultCode =
  | 'syntax'
  | 'empty'
  | 'too-large'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'wrong-value'
  | 'duplicate'
  | 'inexact'
  | 'never-matches'
  | 'never-refuses'

/** A policy file that cannot be used. It names every fault at once, in the order of the file. */
export class PolicyError extends SluiceError {
  override readonly name: string = 'PolicyError'
  readonly faults: readonly PolicyFault[]

  constructor(faults: readonly PolicyFault[]) {
    const lines = faults.slice(0, MOST_LINES).map(faultText)
    if (faults.length > MOST_LINES) lines.push(`and ${faults.length - MOST_LINES} more`)
    super('ERR_INVALID_POLICY', `The policy cannot be used:\n${lines.join('\n')}`, { field: 'policy' })
    this.faults = faults
  }
}

/** What is logged of a file that is all wrong; `faults` has every one. */
const MOST_LINES = 20

/** A fault in one line: `3:5: what; what to write instead`. */
function faultText({ line, column, message, remedy }: PolicyFault): string {
  return `${line}:${column}: ${message}; ${remedy}`
}
