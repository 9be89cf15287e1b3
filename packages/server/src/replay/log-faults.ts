import { SluiceError } from 'sluice'
import { CallError, WorkError } from '../command-error.ts'
import { titleOf, type LogInput } from '../logs/log-input.ts'

/** What went wrong with some of several logs, kept until the others have been reported. */
export class LogFaults {
  readonly #faults: Error[] = []

  /** Keeps a fault of these logs; any other error is thrown at once. */
  add(inputs: readonly LogInput[], error: unknown): undefined {
    if (error instanceof SluiceError) this.#faults.push(faultOf(inputs, error))
    else if (error instanceof WorkError || error instanceof CallError) this.#faults.push(error)
    else throw error
  }

  /** @throws one error that says all; a CallError if one of them is */
  throwIfAny(): void {
    const [first, ...others] = this.#faults
    if (first === undefined) return
    if (others.length === 0) throw first
    const message = this.#faults.map((fault) => fault.message).join('; ')
    throw this.#faults.some((fault) => fault instanceof CallError)
      ? new CallError(message)
      : new WorkError(message)
  }
}

/** The reader does not know what a log is called. */
function faultOf(inputs: readonly LogInput[], { code, message }: SluiceError): Error {
  const named = `${titleOf(inputs)}: ${message}`
  return code === 'ERR_LOG_FIELD' ? new CallError(named) : new WorkError(named)
}
