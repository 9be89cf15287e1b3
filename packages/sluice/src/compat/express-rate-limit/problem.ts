import type { EnabledValidations, Logger } from './options.ts'

/** The checks by the names that `validate` knows. */
export const checkNames = [
  'ip',
  'trustProxy',
  'xForwardedForHeader',
  'forwardedHeader',
  'positiveHits',
  'unsharedStore',
  'singleCount',
  'limit',
  'draftPolliHeaders',
  'onLimitReached',
  'headersDraftVersion',
  'headersResetTime',
  'knownOptions',
  'validationsConfig',
  'creationStack',
  'ipv6Subnet',
  'ipv6SubnetOrKeyGenerator',
  'keyGeneratorIpFallback',
  'windowMs',
] as const

export type CheckName = (typeof checkNames)[number]

/** Something wrong with how the limiter is set up. Its code is that of express-rate-limit; `WRN_` is only a warning. */
export class ValidationError extends Error {
  override readonly name: string = 'ValidationError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The checks of one limiter. Each runs once, the first time that there is something to look at, and never throws. */
export class Checks {
  readonly enabled: EnabledValidations
  readonly #logger: Logger

  constructor(validate: boolean | EnabledValidations, logger: Logger) {
    this.enabled = typeof validate === 'boolean' ? { default: validate } : { default: true, ...validate }
    this.#logger = logger
  }

  once(name: CheckName, find: () => ValidationError | undefined): void {
    if (!(this.enabled[name] ?? this.enabled.default)) return
    this.enabled[name] = false
    const problem = find()
    if (problem?.code.startsWith('WRN_')) this.#logger.warn(problem)
    else if (problem !== undefined) this.#logger.error(problem)
  }
}
