import type { Store } from '../../stores/store.ts'
import { redisStore, type RedisClient } from '../../stores/redis/index.ts'

/** One store for each client, as its calls then travel together. */
const stores = new WeakMap<object, Store<'async'>>()

/** The store over a client; a store stays what it is. */
export function storeOf(client: RedisClient | Store<'async'> | undefined): Store<'async'> {
  if (client !== undefined && 'bind' in client) return client
  const known = client === undefined ? undefined : stores.get(client)
  if (known !== undefined) return known
  // Tells what is wrong with a client that is none.
  const store = redisStore(client as RedisClient)
  stores.set(client as RedisClient, store)
  return store
}
