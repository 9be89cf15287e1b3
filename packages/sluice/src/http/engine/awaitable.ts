/** A value, or the promise of one. What is there at once is used at once, so that no request pays for a promise. */
export type Awaitable<T> = T | PromiseLike<T>

/** Goes on with the value when it is there: now, or later. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPending(value) ? value.then(next) : next(value)
}

export function isPending<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}

/** All values, in their order: at once if every one is there. */
export function all<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPending) ? Promise.all(values) : (values as readonly T[])
}
