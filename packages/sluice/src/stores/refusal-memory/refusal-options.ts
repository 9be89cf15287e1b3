import { checkCount, checkOptions } from '../../limits/options.ts'

export interface RefusalMemoryOptions {
  /** The most keys of a limiter whose refusal is remembered. A whole number of at least 1. Default 10,000. */
  readonly maxKeys?: number
  /**
   * The longest that a refusal is repeated, in whole milliseconds of at least 1: how late a reset or refund by another
   * process may be noticed. Default 1000.
   */
  readonly maxMs?: number
}

/**
 * The numbers of a refusal memory; `undefined` if there is to be none.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 */
export function refusalMemoryOptions(
  value: RefusalMemoryOptions | false,
): Required<RefusalMemoryOptions> | undefined {
  if (value === false) return undefined
  checkOptions('refusalMemory', value, ['maxKeys', 'maxMs'])
  const { maxKeys = 10_000, maxMs = 1000 } = value
  return {
    maxKeys: checkCount('refusalMemory.maxKeys', maxKeys),
    maxMs: checkCount('refusalMemory.maxMs', maxMs),
  }
}
