export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (fault: unknown) => void
}

/** A promise that the test settles. */
export function deferred<T = unknown>(): Deferred<T> {
  const parts: Partial<Deferred<T>> = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return { ...(parts as Deferred<T>), promise }
}
