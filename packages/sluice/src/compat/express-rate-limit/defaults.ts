import { addressKey } from './address-key.ts'
import type { ExpressRequest } from './express-types.ts'
import type { RateLimitInfo, UsedOptions } from './options.ts'
import type { Checks } from './problem.ts'
import type { Settings } from './settings.ts'

export const WINDOW_MS = 60_000
export const HITS = 5

/** What holds for options that are not given. `settings` gives what became of all of them. */
export function defaults(settings: () => Settings, checks: Checks): Omit<UsedOptions, 'store' | 'logger'> {
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
