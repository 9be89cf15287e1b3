import { SluiceError } from '../../errors.ts'

/** The fault of a store as one of the codes for it, or `undefined` if the caller is at fault and the store is not. */
export function storeFault(store: string, thrown: unknown): SluiceError | undefined {
  if (thrown instanceof SluiceError) return isStoreFault(thrown) ? thrown : undefined
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  return new SluiceError('ERR_STORE_UNAVAILABLE', `${store} failed: ${reason}`, {
    field: 'store',
    value: store,
    cause: thrown,
  })
}

export function isStoreFault(thrown: unknown): thrown is SluiceError {
  return thrown instanceof SluiceError && thrown.code.startsWith('ERR_STORE_')
}
