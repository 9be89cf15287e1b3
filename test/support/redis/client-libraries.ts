/**
 * Clients of every library that the store works with, connected as their users would connect them. Most are still
 * connecting when they are given.
 */
import { GlideClient, GlideClusterClient, Logger } from '@valkey/valkey-glide'
import { Cluster as IoredisCluster, Redis } from 'ioredis'
import { Cluster as IovalkeyCluster, Redis as Iovalkey } from 'iovalkey'
import { createClient, createCluster, createSentinel } from 'redis'
import type { RedisClient } from '../../../packages/sluice/src/stores/redis/index.ts'
import type { RedisSentinel } from './start-sentinel.ts'

export interface OpenClient {
  readonly client: RedisClient
  close(): unknown
}

type Open<To> = (to: To) => Promise<OpenClient>

const host = '127.0.0.1'

// It writes every error of a server to the console.
Logger.setLoggerConfig('off')

/** What happens to connections is seen by what the store answers; libraries insist that somebody listens. */
const unheard = (): undefined => undefined

function listened<C extends { on(event: 'error', listener: () => void): unknown }>(client: C): C {
  client.on('error', unheard)
  return client
}

/** For the port of one server. */
export const singleClients: Readonly<Record<string, Open<number>>> = {
  async ioredis(port) {
    const client = listened(new Redis(port, { retryStrategy: () => 20 }))
    return { client, close: () => client.disconnect() }
  },
  async iovalkey(port) {
    const client = listened(new Iovalkey(port, { retryStrategy: () => 20 }))
    return { client, close: () => client.disconnect() }
  },
  async 'node-redis'(port) {
    const client = listened(createClient({ socket: { host, port, reconnectStrategy: 20 } }))
    client.connect().catch(unheard)
    return { client, close: () => client.destroy() }
  },
  async glide(port) {
    const client = await GlideClient.createClient({
      addresses: [{ host, port }],
      connectionBackoff: { numberOfRetries: 100, factor: 20, exponentBase: 1 },
    })
    return { client, close: () => client.close() }
  },
}

/** For the ports of some nodes of a cluster. */
export const clusterClients: Readonly<Record<string, Open<readonly number[]>>> = {
  async 'ioredis Cluster'(ports) {
    const client = listened(new IoredisCluster(ports.map((port) => ({ host, port }))))
    return { client, close: () => client.disconnect() }
  },
  async 'iovalkey Cluster'(ports) {
    const client = listened(new IovalkeyCluster(ports.map((port) => ({ host, port }))))
    return { client, close: () => client.disconnect() }
  },
  async 'node-redis createCluster'(ports) {
    const client = listened(createCluster({ rootNodes: ports.map((port) => ({ socket: { host, port } })) }))
    client.connect().catch(unheard)
    return { client, close: () => client.destroy() }
  },
  async 'glide cluster'(ports) {
    const client = await GlideClusterClient.createClient({ addresses: ports.map((port) => ({ host, port })) })
    return { client, close: () => client.close() }
  },
}

/** For a primary that sentinels watch. */
export const sentinelClients: Readonly<Record<string, Open<RedisSentinel>>> = {
  async 'ioredis sentinels'({ name, sentinels }) {
    const client = listened(new Redis({ name, sentinels: sentinels.map(({ port }) => ({ host, port })) }))
    return { client, close: () => client.disconnect() }
  },
  async 'iovalkey sentinels'({ name, sentinels }) {
    const client = listened(new Iovalkey({ name, sentinels: sentinels.map(({ port }) => ({ host, port })) }))
    return { client, close: () => client.disconnect() }
  },
  async 'node-redis createSentinel'({ name, sentinels }) {
    const sentinelRootNodes = sentinels.map(({ port }) => ({ host, port }))
    const client = listened(createSentinel({ name, sentinelRootNodes }))
    client.connect().catch(unheard)
    return { client, close: () => client.destroy() }
  },
}
