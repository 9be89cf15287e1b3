import { createLimiter } from '../../limiter/create-limiter.ts'
import { quotaAndWindow } from '../../http/headers/quota-and-window.ts'
import { checkLimit, type Limit } from '../../limits/limit.ts'
import { HitStore } from '../stores/hit-store.ts'
import { defaults, HITS, WINDOW_MS } from './defaults.ts'
import { loggerOf } from './logger.ts'
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
import type { Options, PassedOptions, UsedOptions } from './options.ts'
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

/** What is undefined keeps its default. */
function withoutUndefined(passed: PassedOptions): Partial<Options> {
  return Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined))
}
