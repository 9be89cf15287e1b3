import type { PolicyFault, PolicyFaultCode } from '../policy-error.ts'

/** Where something stands: in the text, and in the policy. */
export type Place = Pick<PolicyFault, 'path' | 'line' | 'column'>

/** Collects what is wrong, so that one reading tells everything. */
export class Faults {
  readonly #faults: PolicyFault[] = []

  get any(): boolean {
    return this.#faults.length > 0
  }

  get count(): number {
    return this.#faults.length
  }

  add({ path, line, column }: Place, code: PolicyFaultCode, message: string, remedy: string): void {
    this.#faults.push({ code, message, path, line, column, remedy })
  }

  /** In the order of the file. */
  sorted(): readonly PolicyFault[] {
    return this.#faults.toSorted((one, other) => one.line - other.line || one.column - other.column)
  }
}
