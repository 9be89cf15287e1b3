import { SluiceError } from '../errors.ts'

/** How a value is shown in an error: cut short, so written that '10', 10n and 10 differ. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  if (typeof value === 'bigint') return `${value}n`
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Checks that options are an object with no name but these. */
export function checkOptions(owner: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `${owner} takes an object with ${names.join(', ')}; found ${shown(options)}.`,
      { field: owner, value: options },
    )
  }
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `${owner} has no option ${shown(name)}; it takes ${names.join(', ')}.`,
      { field: `${owner}.${name}`, value: (options as Record<string, unknown>)[name] },
    )
  }
}

/** Checks that a number is whole, at least 1, and below 2^53. */
export function checkCount(field: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `${field} must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}; found ${shown(value)}.`,
    { field, value },
  )
}

/** Checks that an option is one of a few words. */
export function checkWord<Word extends string>(field: string, value: unknown, words: readonly Word[]): Word {
  if (words.includes(value as Word)) return value as Word
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} must be ${words.map(shown).join(' or ')}; found ${shown(value)}.`,
    { field, value },
  )
}
