/** The examples of the README and the guides that need servers, run against real ones. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimiter, tokenBucket, type Limiter } from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { redisCommand } from '../support/redis/redis-command.ts'
import { startCluster, type RedisCluster } from '../support/redis/start-cluster.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { startSentinel, type RedisSentinel } from '../support/redis/start-sentinel.ts'
import { waitUntil } from '../support/redis/wait-until.ts'

const guide = readFileSync(new URL('../../docs/guides/redis.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const rollingOut = readFileSync(new URL('../../docs/guides/rolling-out.md', import.meta.url), 'utf8')
const examples = [...`${readme}\n${guide}\n${rollingOut}`.matchAll(/^```ts redis\n(.*?)^```$/gms)].map(
  ([, code = '']) => code,
)
const scratch = fileURLToPath(new URL('.redis-examples/', import.meta.url))

interface Example {
  readonly client: object
  readonly limiter: Limiter<'async'>
}

describeWithRedis('the examples that need Redis', () => {
  let server: RedisServer
  let sentinel: RedisSentinel
  let cluster: RedisCluster

  beforeAll(async () => {
    mkdirSync(scratch, { recursive: true })
    ;[server, sentinel, cluster] = await Promise.all([startRedis(), startSentinel(), startCluster()])
  })
  afterAll(async () => {
    rmSync(scratch, { recursive: true, force: true })
    await Promise.all([server.stop(), sentinel.stop(), cluster.stop()])
  })

  /** An example with the places of its servers. */
  function placed(code: string): string {
    const portOf = (host: string, number: string): number | undefined => {
      if (host === 'redis') return server.port
      const servers = host === 'node' ? cluster.nodes : sentinel.sentinels
      return servers[Number(number) - 1]?.port
    }
    return code
      .replaceAll(
        /redis:\/\/(redis|node)-?(\d*):\d+/g,
        (_, host: string, number: string) => `redis://127.0.0.1:${portOf(host, number)}`,
      )
      .replaceAll(
        /host: '(redis|node|sentinel)-?(\d*)', port: \d+/g,
        (_, host: string, number: string) => `host: '127.0.0.1', port: ${portOf(host, number)}`,
      )
      .replaceAll('mymaster', sentinel.name)
  }

  test.each(examples.map((code, index) => [index + 1, code] as const))(
    'number %i is decided by the server',
    async (number, code) => {
      const file = `${scratch}${number}.ts`
      writeFileSync(file, `${placed(code)}\nexport { client, limiter }\n`)
      const { client, limiter } = (await import(/* @vite-ignore */ file)) as Example
      // The deadline of 50 ms may pass on a busy machine.
      const decision = await waitUntil('the store decides', async () => {
        const answer = await limiter.check('key')
        return answer.fallback === undefined ? answer : undefined
      })
      expect(decision).toMatchObject({ allowed: true })
      close(client)
    },
  )

  test('there are as many as there are ways to connect, and one beside a limit in memory', () => {
    expect(examples).toHaveLength(11)
  })

  test('the rules of access suffice, and no other name can be used', async () => {
    const [, rules = ''] = /^ACL (SETUSER .*)$/m.exec(guide) ?? []
    await redisCommand(server.port, ['ACL', ...rules.split(' ')])
    const client = new Redis(server.port, { username: 'limits', password: 'secret' })
    const store = redisStore(client, { deadlineMs: 5000 })
    const limits = { limit: tokenBucket({ capacity: 5, rate: '1/h' }), lease: { units: 4, ttl: '1m' } }
    const limiter = createLimiter({ store, name: 'by-rules', ...limits })
    const answers = [
      await limiter.check('key'),
      await limiter.check('key'),
      await limiter.refund('key', { cost: 1 }),
    ]
    await limiter.block('key', '1m')
    answers.push(await limiter.check('key'))
    await limiter.reset('key')
    answers.push(await limiter.check('key'))
    expect(answers.map(({ fallback }) => fallback)).toEqual(answers.map(() => undefined))
    const elsewhere = redisStore(client, { deadlineMs: 5000, prefix: 'elsewhere' })
    expect(await createLimiter({ ...limits, store: elsewhere }).check('key')).toHaveProperty('fallback')
    await limiter.close()
    client.disconnect()
  })
})

/** Each library has a word of its own for it. */
function close(client: object): void {
  for (const word of ['disconnect', 'destroy', 'close']) {
    const end: unknown = Reflect.get(client, word)
    if (word === 'disconnect' && 'isReady' in client) continue
    if (typeof end !== 'function') continue
    end.call(client)
    return
  }
}
