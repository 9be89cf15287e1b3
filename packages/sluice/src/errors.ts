/**
 * Faults are thrown, refusals are returned. Every fault that Sluice throws is a `SluiceError` whose `code` comes
 * from this one table and never changes its meaning; `docs/reference/errors.md` lists the same codes.
 */
export const errorCodes: Readonly<Record<ErrorCode, string>> = {
  ERR_INVALID_OPTION: 'An option is missing, unknown, or not of the kind that is asked for.',
  ERR_INVALID_NUMBER: 'A number of a limit is not a whole number in its range.',
  ERR_INVALID_DURATION: 'A duration is neither a whole number of milliseconds nor text such as "15m".',
  ERR_INVALID_RATE: 'A rate is neither text such as "5/s" nor an object with amount and periodMs.',
  ERR_INVALID_TIME_ZONE: 'A time zone is not one that the runtime knows.',
  ERR_NUMBER_TOO_LARGE: 'Deciding exactly would take whole numbers of 2^53 or more within the next 30 years.',
  ERR_INVALID_KEY: 'A key is not a string, or the key of one of several limits is missing.',
  ERR_INVALID_COST: 'A cost is not a whole number from 0 to 2^53 - 1.',
  ERR_INVALID_CLOCK: 'A clock gave a time that is not a finite number of milliseconds since 1970.',
  ERR_RESERVATION_REFUSED: 'A reservation that was refused holds nothing that could be settled.',
  ERR_RESERVATION_SETTLED: 'A reservation has been settled before.',
  ERR_DAMAGED_DUMP: 'What should be restored is not a dump, or not a whole one.',
  ERR_DUMP_MISMATCH: 'A dump was made by a limiter with other limits.',
  ERR_NOT_SUPPORTED: 'The store of a limiter has no such verb.',
  ERR_STORE_UNAVAILABLE:
    'A shared store could not be reached, answered with an error, or is not asked until it answers a probe.',
  ERR_STORE_TIMEOUT: 'A shared store gave no answer within the deadline.',
  ERR_STORE_UNSUPPORTED: 'The server of a shared store cannot run what the store needs.',
  ERR_INVALID_POLICY:
    'A policy file has faults; the error names each with its place and what would do instead.',
  ERR_INVALID_TRAFFIC: 'A traffic shape or a list of times cannot be used.',
  ERR_UNKNOWN_LOG_FORMAT: 'The text follows none of the log formats that are known.',
  ERR_LOG_FIELD: 'A field that was named for a log is not in it.',
}

/** The stable name of a fault. */
export type ErrorCode =
  | 'ERR_INVALID_OPTION'
  | 'ERR_INVALID_NUMBER'
  | 'ERR_INVALID_DURATION'
  | 'ERR_INVALID_RATE'
  | 'ERR_INVALID_TIME_ZONE'
  | 'ERR_NUMBER_TOO_LARGE'
  | 'ERR_INVALID_KEY'
  | 'ERR_INVALID_COST'
  | 'ERR_INVALID_CLOCK'
  | 'ERR_RESERVATION_REFUSED'
  | 'ERR_RESERVATION_SETTLED'
  | 'ERR_DAMAGED_DUMP'
  | 'ERR_DUMP_MISMATCH'
  | 'ERR_NOT_SUPPORTED'
  | 'ERR_STORE_UNAVAILABLE'
  | 'ERR_STORE_TIMEOUT'
  | 'ERR_STORE_UNSUPPORTED'
  | 'ERR_INVALID_POLICY'
  | 'ERR_INVALID_TRAFFIC'
  | 'ERR_UNKNOWN_LOG_FORMAT'
  | 'ERR_LOG_FIELD'

/** What a `SluiceError` knows beside its message. */
export interface ErrorDetails {
  /** The option, argument or field at fault, as its user wrote it: `capacity`, `limits.burst.rate`. */
  readonly field?: string
  /** The value that was found there. */
  readonly value?: unknown
  /** What was thrown underneath, such as the error of a client library. */
  readonly cause?: unknown
}

/** An error with a stable `code`. Its message names the field, what was found and what would be accepted. */
export class SluiceError extends Error {
  override readonly name: string = 'SluiceError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly value: unknown

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.field = details.field
    this.value = details.value
  }
}
