import { InvalidArgumentError, Option } from 'commander'
import { parseRate, SluiceError } from 'sluice'

/** A limit as the command line writes it: `100/60s` is 100 requests in 60 seconds. */
export interface LimitOption {
  /** As it was written. */
  readonly text: string
  readonly limit: number
  readonly windowMs: number
}

/**
 * Reads `L/W`, such as `100/60s`, `7/15m` or `100/min`.
 *
 * @throws InvalidArgumentError that says what would be accepted
 */
export function parseLimitOption(text: string): LimitOption {
  try {
    const { amount, periodMs } = parseRate('--limit', text)
    return { text, limit: amount, windowMs: periodMs }
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error
    throw new InvalidArgumentError('Write requests/time, such as 100/60s, 7/15m or 100/min.')
  }
}

/** The option `--limit` of a command that takes one limit. */
export function limitOption(byDefault: string): Option {
  return new Option('--limit <n/time>', 'how many requests in what time, such as 100/60s or 7/15m')
    .argParser(parseLimitOption)
    .default(parseLimitOption(byDefault), byDefault)
}

/** Reads one more `--limit`, for options that may be repeated. */
export function addLimitOption(text: string, limits: readonly LimitOption[] | undefined): LimitOption[] {
  return [...(limits ?? []), parseLimitOption(text)]
}
