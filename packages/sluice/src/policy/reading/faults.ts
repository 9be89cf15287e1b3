import type { PolicyFault, PolicyFaultCode } from '../policy-error.ts'

/** Where something stands: in the text, and in the policy. */
export type Place = Pick<PolicyFault, 'path' | 'line' | 'column'>

/** Collects what is wrong, so that one reading tells everything. */
export class Faults {
  readonly #faults: PolicyFault[] = []
  /** Where nothing could be read; what is missing there is no fault of its own. */
  readonly #unread = new Set<string>()

  get any(): boolean {
    return this.#faults.length > 0
  }

  has(code: PolicyFaultCode): boolean {
    return this.#faults.some((fault) => fault.code === code)
  }

  get count(): number {
    return this.#faults.length
  }

  add({ path, line, column }: Place, code: PolicyFaultCode, message: string, remedy: string): void {
    const place = `${line}:${column} ${path}`
    if (this.#unread.has(place)) return
    if (code === 'syntax') this.#unread.add(place)
    this.#faults.push({ code, message, path, line, column, remedy })
  }

  /** In the order of the file. */
  sorted(): readonly PolicyFault[] {
    return this.#faults.toSorted((one, other) => one.line - other.line || one.column - other.column)
  }
}
