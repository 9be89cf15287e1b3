import { SluiceError } from '../errors.ts'
import { checkLimit, type Limit } from '../limits/limit.ts'
import { shown } from '../limits/options.ts'
import type { NamedLimit } from '../stores/store.ts'

/**
 * The limits of a limiter with others in the place of some of them.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` if one is unknown, or not of the algorithm in whose place it stands
 */
export function otherLimits(
  own: readonly NamedLimit[],
  given: unknown,
  isSingle: boolean,
): readonly NamedLimit[] {
  if (isSingle) {
    const [{ name, limit }] = own as readonly [NamedLimit]
    return [{ name, limit: ofSameKind('limit', limit, given) }]
  }
  const byName =
    typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
  const names = own.map(({ name }) => name)
  const unknown = Object.keys(byName).find((name) => !names.includes(name))
  if (unknown !== undefined || given !== byName) throw notByName(names, unknown ?? given)
  return own.map(({ name, limit }) => ({
    name,
    limit: Object.hasOwn(byName, name) ? ofSameKind(`limits.${name}`, limit, byName[name]) : limit,
  }))
}

function ofSameKind(field: string, own: Limit, given: unknown): Limit {
  const limit = checkLimit(field, given)
  if (kindOf(limit) === kindOf(own)) return limit
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} must be of the same algorithm as before, ${kindOf(own)}, as its keys are kept for that; ` +
      `found ${kindOf(limit)}.`,
    { field, value: given },
  )
}

/** The algorithm, and for a leaky bucket how it is read. */
export function kindOf({ algorithm, rule }: Limit): string {
  const { reading } = rule as { readonly reading?: string }
  return reading === undefined ? algorithm.name : `${algorithm.name} by ${reading}`
}

function notByName(names: readonly string[], found: unknown): SluiceError {
  return new SluiceError(
    'ERR_INVALID_OPTION',
    `limits must hold limits by the names ${names.map(shown).join(', ')}; found ${shown(found)}.`,
    { field: 'limits', value: found },
  )
}
