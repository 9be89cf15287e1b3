import { SluiceError } from '../../../errors.ts'
import { shown } from '../../../limits/options.ts'
import { glideScripting, isGlide, type GlideClient } from './glide.ts'
import { ioredisScripting, isIoredis, type IoredisClient } from './ioredis.ts'
import { isNodeRedis, nodeRedisScripting, type NodeRedisClient } from './node-redis.ts'
import type { RedisScripting } from './redis-scripting.ts'

/** A client of ioredis, iovalkey, node-redis or GLIDE, or anything in the form of `RedisScripting`. */
export type RedisClient = IoredisClient | NodeRedisClient | GlideClient | RedisScripting

/**
 * Tells by its methods which library a client is of.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 */
export function scriptingOf(client: unknown): RedisScripting {
  if (typeof client === 'object' && client !== null) {
    if (isIoredis(client)) return ioredisScripting(client)
    if ('evalText' in client) return client as RedisScripting
    if (isNodeRedis(client)) return nodeRedisScripting(client)
    if (isGlide(client)) return glideScripting(client)
  }
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `client must be a client of ioredis, iovalkey, node-redis or GLIDE; found ${shown(client)}.`,
    { field: 'client', value: client },
  )
}
