import type { Logger } from './options.ts'

/* oxlint-disable no-console -- where express-rate-limit tells what is wrong */
declare const console: { warn(...told: unknown[]): void; error(...told: unknown[]): void }

const consoleLogger: Logger = {
  warn: (problem, message) =>
    message === undefined ? console.warn(problem) : console.warn(message, problem),
  error: (problem, message) =>
    message === undefined ? console.error(problem) : console.error(message, problem),
}
/* oxlint-enable no-console */

/** @throws TypeError if it is none */
export function loggerOf(logger: Logger | undefined): Logger {
  if (logger === undefined) return consoleLogger
  if (typeof logger.error === 'function' && typeof logger.warn === 'function') return logger
  throw new TypeError('logger must have the functions error and warn.')
}
