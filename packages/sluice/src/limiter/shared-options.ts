import { SluiceError } from '../errors.ts'
import { checkWord, shown } from '../limits/options.ts'
import { parseShare } from '../limits/share.ts'
import { failurePolicies } from '../stores/failure/failure-policy.ts'
import type { BindOptions } from '../stores/store.ts'

/** The name of a limiter, if it has one. */
export function nameOption(name: unknown): Pick<BindOptions, 'name'> {
  if (name === undefined) return {}
  if (typeof name === 'string' && /^[A-Za-z0-9._:/-]{1,100}$/.test(name)) return { name }
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `name must be 1 to 100 letters, digits and . _ : / -; found ${shown(name)}.`,
    { field: 'name', value: name },
  )
}

/** What a limiter does without its store. */
export function failureOptions({
  onStoreFailure = 'local',
  localShare,
}: {
  readonly onStoreFailure?: unknown
  readonly localShare?: unknown
}): Pick<BindOptions, 'onStoreFailure' | 'localShare'> {
  const policy = checkWord('onStoreFailure', onStoreFailure, failurePolicies)
  if (localShare === undefined) return { onStoreFailure: policy }
  parseShare('localShare', localShare)
  if (policy === 'local') return { onStoreFailure: policy, localShare: localShare as number }
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `localShare goes with onStoreFailure 'local', not with ${shown(policy)}.`,
    { field: 'localShare', value: localShare },
  )
}
