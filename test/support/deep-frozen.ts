/** The same value, frozen through and through: a change to any part of it throws. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFrozen(part)
  }
  return value
}
