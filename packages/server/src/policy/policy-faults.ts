import { PolicyError } from 'sluice/policy'

/** What is wrong with a policy file, a line for each fault: `FILE:LINE:COLUMN: what; what to do`. */
export function policyFaultLines(path: string, error: unknown): string[] {
  if (!(error instanceof PolicyError)) return [error instanceof Error ? error.message : String(error)]
  return error.faults.map(
    ({ line, column, message, remedy }) => `${path}:${line}:${column}: ${message}; ${remedy}`,
  )
}
