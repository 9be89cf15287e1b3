import { isPending } from './awaitable.ts'

/** Tells somebody who watches. What they throw or reject with is their own affair: no request may fail because of it. */
export function tell<T, R>(
  listener: ((value: T, request: R) => unknown) | undefined,
  value: T,
  request: R,
): void {
  try {
    const outcome = listener?.(value, request)
    if (isPending(outcome)) outcome.then(undefined, () => undefined)
  } catch {
    // Dropped, as said above.
  }
}
