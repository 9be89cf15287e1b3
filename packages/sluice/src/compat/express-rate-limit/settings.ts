import { createLimiter } from '../../limiter/create-limiter.ts'
import { quotaAndWindow } from '../../http/headers/quota-and-window.ts'
import { checkLimit, type Limit } from '../../limits/limit.ts'
import { HitStore } from '../stores/hit-store.ts'
import { addressKey } from './address-key.ts'
import type { ExpressRequest } from './express-types.ts'
import { limiterMeter, storeMeter, type Meter } from './meter.ts'
import {
  bareAddressKey,
  goneOption,
  oddSubnet,
  oddWindow,
  subnetWithoutUse,
  unknownCheck,
  unknownOption,
} from './option-checks.ts'
import type { Logger, Options, PassedOptions, RateLimitInfo, UsedOptions } from './options.ts'
import { Checks } from './problem.ts'
import { modernStore, type Store } from './store.ts'

/** Options with every default, and what is made of them. */
export interface Settings extends Omit<UsedOptions, 'store'> {
  readonly store: Store
  /** Whether no store was given. */
  readonly isStoreOurs: boolean
  readonly checks: Checks
  readonly meter: Meter
}

/* oxlint-disable no-console -- where express-rate-limit tells what is wrong */
declare const console: { warn(...told: unknown[]): void; error(...told: unknown[]): void }

const consoleLogger: Logger = {
  warn: (problem, message) =>
    message === undefined ? console.warn(problem) : console.warn(message, problem),
  error: (problem, message) =>
    message === undefined ? console.error(problem) : console.error(message, problem),
}
/* oxlint-enable no-console */

/** @throws TypeError for a store or a logger that is none; SluiceError for a limit that cannot be built */
export function settingsOf(passed: PassedOptions): Settings {
  const given = withoutUndefined(passed)
  const logger = loggerOf(given.logger)
  const checks = new Checks(given.validate ?? true, logger)
  checkOptions(passed, given, checks)
  const { limiter, limit } = decidedBy(given)
  const store = modernStore(given.store ?? new HitStore({ clock: given.clock }))
  if (given.store === undefined && limiter === undefined) {
    checks.once('windowMs', () => oddWindow(given.windowMs ?? WINDOW_MS))
  }
  const settings: Settings = {
    ...defaults(() => settings, checks),
    ...given,
    windowMs:
      limit === undefined ? (given.windowMs ?? WINDOW_MS) : quotaAndWindow(limit).windowSeconds * 1000,
    limit: limit?.rule.limit ?? hitsOf(given.limit ?? given.max),
    legacyHeaders: given.legacyHeaders ?? given.headers ?? true,
    standardHeaders: given.standardHeaders === true ? 'draft-6' : (given.standardHeaders ?? false),
    store,
    isStoreOurs: given.store === undefined,
    checks,
    logger,
    meter: limiter === undefined ? storeMeter(store) : limiterMeter(limiter),
  }
  return settings
}

const WINDOW_MS = 60_000
const HITS = 5

function defaults(settings: () => Settings, checks: Checks): Omit<UsedOptions, 'store' | 'logger'> {
  return {
    windowMs: WINDOW_MS,
    limit: HITS,
    message: 'Too many requests, please try again later.',
    statusCode: 429,
    legacyHeaders: true,
    standardHeaders: false,
    identifier: (request) => identifierOf(request, settings()),
    requestPropertyName: 'rateLimit',
    skipFailedRequests: false,
    skipSuccessfulRequests: false,
    requestWasSuccessful: (_, response) => response.statusCode < 400,
    skip: () => false,
    keyGenerator: (request, response) => addressKey(request, response, settings().ipv6Subnet, checks),
    ipv6Subnet: 56,
    async handler(request, response) {
      const { statusCode, message } = settings()
      response.status(statusCode)
      const body: unknown = typeof message === 'function' ? await message(request, response) : message
      if (!response.writableEnded) response.send(body)
    },
    passOnStoreError: false,
    validate: checks.enabled,
  }
}

function checkOptions(passed: PassedOptions, given: Partial<Options>, checks: Checks): void {
  const older = passed as Readonly<Record<string, unknown>>
  checks.once('validationsConfig', () => unknownCheck(checks.enabled))
  checks.once('knownOptions', () => unknownOption(passed))
  checks.once('draftPolliHeaders', () =>
    goneOption(
      'WRN_ERL_DEPRECATED_DRAFT_POLLI_HEADERS',
      'draft_polli_ratelimit_headers',
      "set standardHeaders to 'draft-6'",
      older['draft_polli_ratelimit_headers'],
    ),
  )
  checks.once('onLimitReached', () =>
    goneOption(
      'WRN_ERL_DEPRECATED_ON_LIMIT_REACHED',
      'onLimitReached',
      'use handler',
      older['onLimitReached'],
    ),
  )
  const { ipv6Subnet, keyGenerator } = given
  if (ipv6Subnet !== undefined && typeof ipv6Subnet !== 'function') {
    checks.once('ipv6Subnet', () => oddSubnet(ipv6Subnet))
  }
  checks.once('keyGeneratorIpFallback', () => bareAddressKey(keyGenerator))
  checks.once('ipv6SubnetOrKeyGenerator', () => subnetWithoutUse(ipv6Subnet, keyGenerator))
}

/** The limiter that decides, if hits in a window do not, and the limit that headers tell of. */
function decidedBy({ limiter, limit, max, clock }: Partial<Options>): {
  readonly limiter?: NonNullable<Options['limiter']>
  readonly limit?: Limit
} {
  if (limiter !== undefined) {
    const [first] = Object.values(limiter.limits)
    return { limiter, ...(first && { limit: first }) }
  }
  const rule = limit ?? max
  if (typeof rule !== 'object') return {}
  const checked = checkLimit('limit', rule)
  return { limiter: createLimiter({ limit: checked, ...(clock && { clock }) }), limit: checked }
}

function hitsOf(limit: Options['limit'] | undefined): UsedOptions['limit'] {
  return typeof limit === 'object' ? limit.rule.limit : (limit ?? HITS)
}

function loggerOf(logger: Logger | undefined): Logger {
  if (logger === undefined) return consoleLogger
  if (typeof logger.error === 'function' && typeof logger.warn === 'function') return logger
  throw new TypeError('logger must have the functions error and warn.')
}

/** What is undefined keeps its default. */
function withoutUndefined(passed: PassedOptions): Partial<Options> {
  return Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined))
}

/** Such as `5-in-1min`. */
function identifierOf(request: ExpressRequest, { windowMs, requestPropertyName }: Settings): string {
  const info = (request as unknown as Readonly<Record<string, RateLimitInfo>>)[requestPropertyName]
  const [seconds, minutes, hours] = [windowMs / 1000, windowMs / 60_000, windowMs / 3_600_000] as const
  const days = hours / 24
  let duration = `${days}day${days > 1 ? 's' : ''}`
  if (seconds < 60) duration = `${seconds}sec`
  else if (minutes < 60) duration = `${minutes}min`
  else if (hours < 24) duration = `${hours}hr${hours > 1 ? 's' : ''}`
  return `${info?.limit}-in-${duration}`
}
