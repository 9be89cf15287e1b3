/** What may be wrong with options, each found by one function. */
import { checkNames, ValidationError } from './problem.ts'

/** The longest delay that a timer takes, to which stores that sweep by one are bound. */
const LONGEST_MS = 2 ** 31 - 1

const optionNames: ReadonlySet<string> = new Set([
  'windowMs',
  'limit',
  'message',
  'statusCode',
  'legacyHeaders',
  'standardHeaders',
  'identifier',
  'retryAfter',
  'requestPropertyName',
  'skipFailedRequests',
  'skipSuccessfulRequests',
  'keyGenerator',
  'ipv6Subnet',
  'handler',
  'skip',
  'requestWasSuccessful',
  'store',
  'validate',
  'headers',
  'max',
  'passOnStoreError',
  'logger',
  'limiter',
  'clock',
  // It has a check of its own.
  'draft_polli_ratelimit_headers',
  // Those of slowDown.
  'delayAfter',
  'delayMs',
  'maxDelayMs',
])

export function unknownOption(options: object): ValidationError | undefined {
  const name = Object.keys(options).find((each) => !optionNames.has(each))
  return name === undefined
    ? undefined
    : new ValidationError('ERR_ERL_UNKNOWN_OPTION', `There is no option ${name}.`)
}

export function unknownCheck(enabled: object): ValidationError | undefined {
  const known: readonly string[] = [...checkNames, 'default']
  const name = Object.keys(enabled).find((each) => !known.includes(each))
  if (name === undefined) return undefined
  return new ValidationError(
    'ERR_ERL_UNKNOWN_VALIDATION',
    `validate has no check ${name}; it has ${known.join(', ')}.`,
  )
}

export function goneOption(
  code: string,
  name: string,
  instead: string,
  value: unknown,
): ValidationError | undefined {
  return value ? new ValidationError(code, `${name} has no effect any more; ${instead}.`) : undefined
}

export function oddWindow(windowMs: unknown): ValidationError | undefined {
  if (typeof windowMs === 'number' && windowMs >= 1 && windowMs <= LONGEST_MS) return undefined
  return new ValidationError(
    'ERR_ERL_WINDOW_MS',
    `windowMs is expected to be a number from 1 to ${LONGEST_MS}; found ${String(windowMs)}.`,
  )
}

export function oddSubnet(ipv6Subnet: unknown): ValidationError | undefined {
  if (ipv6Subnet === false) return undefined
  const bits = ipv6Subnet as number
  if (Number.isInteger(bits) && bits >= 32 && bits <= 64) return undefined
  return new ValidationError(
    'ERR_ERL_IPV6_SUBNET',
    `ipv6Subnet is expected to be a whole number from 32 to 64, or false; found ${String(ipv6Subnet)}.`,
  )
}

export function subnetWithoutUse(ipv6Subnet: unknown, keyGenerator: unknown): ValidationError | undefined {
  if (ipv6Subnet === undefined || !keyGenerator) return undefined
  return new ValidationError(
    'ERR_ERL_IPV6SUBNET_OR_KEYGENERATOR',
    'ipv6Subnet has no effect on a keyGenerator of your own; give it to ipKeyGenerator there.',
  )
}

/** A key of the bare address lets whoever has a whole IPv6 network take a new key for every request. */
export function bareAddressKey(keyGenerator: unknown): ValidationError | undefined {
  const source = typeof keyGenerator === 'function' ? keyGenerator.toString() : ''
  if (!/\breq(?:uest)?\.ip/.test(source) || source.includes('ipKeyGenerator')) return undefined
  return new ValidationError(
    'ERR_ERL_KEY_GEN_IPV6',
    'keyGenerator seems to use the bare address of the request: pass it through ipKeyGenerator, or a client with an ' +
      'IPv6 network has as many keys as it likes.',
  )
}

export function refusesAll(limit: number): ValidationError | undefined {
  if (limit !== 0) return undefined
  return new ValidationError(
    'WRN_ERL_MAX_ZERO',
    'A limit of 0 refuses every request; it once meant no limit.',
  )
}

export function unknownDraft(version: unknown): ValidationError {
  return new ValidationError(
    'ERR_ERL_HEADERS_UNSUPPORTED_DRAFT_VERSION',
    `standardHeaders is draft-6, draft-7 or draft-8; found ${String(version)}.`,
  )
}

export function noResetTime(resetTime: Date | undefined): ValidationError | undefined {
  if (resetTime) return undefined
  return new ValidationError(
    'ERR_ERL_HEADERS_NO_RESET',
    'The store does not say when the window ends, so the headers tell a whole window.',
  )
}
