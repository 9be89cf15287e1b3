import { SluiceError } from '../../errors.ts'
import { unitMs } from '../../limits/duration.ts'
import { shown } from '../../limits/options.ts'

/** A length of time as @upstash/ratelimit writes it: a number, which may have a fraction, and a unit. */
export type WindowText = `${number} ${Unit}` | `${number}${Unit}`

type Unit = 'ms' | 's' | 'm' | 'h' | 'd' | 'w'

/**
 * Milliseconds of such text, rounded to whole ones.
 *
 * @throws SluiceError `ERR_INVALID_DURATION` if it is none, or less than 1 ms
 */
export function windowMsOf(field: string, text: unknown): number {
  const [, amount, unit = ''] =
    typeof text === 'string' ? (/^(\d+(?:\.\d+)?)\s?(ms|[smhdw])$/.exec(text) ?? []) : []
  const ms = Math.round(Number(amount) * unitMs(unit))
  if (ms >= 1) return ms
  throw new SluiceError(
    'ERR_INVALID_DURATION',
    `${field} must be a number and one of ms, s, m, h, d and w, such as "10 s"; found ${shown(text)}.`,
    { field, value: text },
  )
}
