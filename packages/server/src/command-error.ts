/** The call was wrong: a bad argument or option. The command ends with exit code 2. */
export class CallError extends Error {
  override readonly name: string = 'CallError'
}

/** The call was right and the work failed: a file that cannot be read, a log that is none. Exit code 1. */
export class WorkError extends Error {
  override readonly name: string = 'WorkError'
}
