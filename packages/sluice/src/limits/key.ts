import { SluiceError } from '../errors.ts'
import { shown } from './options.ts'

/**
 * Whose allowance a request uses: one key for every limit, or one for each limit by its name. Every string is an
 * ordinary key, also the empty one. Keys are compared code unit by code unit, so two spellings of one accented letter
 * are two keys; normalise them first if they should be one.
 */
export type Keys = string | Readonly<Record<string, string>>

/**
 * The key of each limit, in order.
 *
 * @throws SluiceError `ERR_INVALID_KEY`
 */
export function keysOf(keys: unknown, names: readonly string[]): readonly string[] {
  if (typeof keys === 'string') return names.map(() => keys)
  return names.map((name) => keyOf(keys, name))
}

function keyOf(keys: unknown, name: string): string {
  const isRecord = typeof keys === 'object' && keys !== null
  const key: unknown =
    isRecord && Object.hasOwn(keys, name) ? (keys as Record<string, unknown>)[name] : undefined
  if (typeof key === 'string') return key
  throw new SluiceError(
    'ERR_INVALID_KEY',
    isRecord
      ? `keys must hold a string for each limit; found ${shown(key)} for ${shown(name)}.`
      : `key must be a string, or an object with a string for each limit; found ${shown(keys)}.`,
    { field: isRecord ? `keys.${name}` : 'key', value: isRecord ? key : keys },
  )
}

/**
 * One key from several parts, such as an account and an address. No two different lists of parts give the same key,
 * whatever the parts contain.
 *
 * @throws SluiceError `ERR_INVALID_KEY` if a part is not a string
 * @example
 * joinKey('ab', 'c') !== joinKey('a', 'bc')
 */
export function joinKey(...parts: readonly string[]): string {
  return parts.map((part, index) => `${checkPart(part, index).length}:${part}`).join('')
}

function checkPart(part: unknown, index: number): string {
  if (typeof part === 'string') return part
  throw new SluiceError('ERR_INVALID_KEY', `Every part of a key must be a string; found ${shown(part)}.`, {
    field: `parts[${index}]`,
    value: part,
  })
}
