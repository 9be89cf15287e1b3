import { FlexibleLimiter } from './flexible-limiter.ts'
import type { RateLimiterOptions } from './options.ts'
import type { RateLimiterRes } from './rate-limiter-res.ts'

/**
 * `RateLimiterMemory` of rate-limiter-flexible over Sluice's store in this process: bounded, and without a timer for a key.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 * @example
 * const limiter = new RateLimiterMemory({ points: 6, duration: 1 })
 * await limiter.consume(request.ip, 2)
 */
export class RateLimiterMemory extends FlexibleLimiter {
  constructor(options: RateLimiterOptions) {
    super(options, { clock: options.clock })
  }

  /** A block begins a duration of its own here; a shared store only says when it ends. */
  protected override async blockIfDue(
    key: string | number,
    points: number,
    res: RateLimiterRes,
  ): Promise<boolean> {
    const isBlocked = await super.blockIfDue(key, points, res)
    res.isFirstInDuration ||= isBlocked
    return isBlocked
  }
}
