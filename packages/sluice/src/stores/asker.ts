/**
 * Who waits for an answer. Layers that pass a question on tell the answer back through askers of their own, so that a check
 * makes one promise, for its caller, and not one in every layer.
 */
export interface Asker<T> {
  answered(answer: T): void
  failed(fault: unknown): void
}

/** The answer to what is asked on behalf of a promise. */
export function promised<T>(ask: (asker: Asker<T>) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => ask({ answered: resolve, failed: reject }))
}
