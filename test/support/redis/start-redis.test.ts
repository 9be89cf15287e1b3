import { GlideClient } from '@valkey/valkey-glide'
import { Redis } from 'ioredis'
import { Redis as Valkey } from 'iovalkey'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from './describe-with-redis.ts'
import { redisCommand } from './redis-command.ts'
import { startRedis } from './start-redis.ts'
import type { RedisServer } from './start-redis.ts'

describeWithRedis('a single server', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis({ args: ['--appendonly', 'yes'] })
  })
  afterAll(() => redis?.stop())

  test('answers every client library', async () => {
    const { port } = redis
    const ioredis = new Redis({ port })
    const iovalkey = new Valkey({ port })
    const nodeRedis = createClient({ socket: { port, host: '127.0.0.1' } })
    const glide = await GlideClient.createClient({ addresses: [{ host: '127.0.0.1', port }] })
    await nodeRedis.connect()
    await ioredis.set('ioredis', 1)
    await iovalkey.set('iovalkey', 2)
    await nodeRedis.set('node-redis', '3')
    await glide.set('glide', '4')
    const stored = await redisCommand(port, ['MGET', 'ioredis', 'iovalkey', 'node-redis', 'glide'])
    expect(stored).toEqual(['1', '2', '3', '4'])
    ioredis.disconnect()
    iovalkey.disconnect()
    nodeRedis.destroy()
    glide.close()
  })

  test('is silent while paused and answers afterwards', async () => {
    await redis.pause()
    await expect(redisCommand(redis.port, ['PING'], { withinMs: 50 })).rejects.toThrow('No answer to PING')
    expect(redis.running).toBe(true)
    redis.resume()
    expect(await redisCommand(redis.port, ['PING'])).toBe('PONG')
  })

  test('is gone when killed, and comes back with its data or empty', async () => {
    await redisCommand(redis.port, ['SET', 'key', 'kept'])
    const { pid } = redis
    await redis.kill()
    expect(redis.running).toBe(false)
    await expect(redisCommand(redis.port, ['PING'])).rejects.toThrow('No answer to PING')
    await redis.restart({ keepData: true })
    expect(redis.pid).not.toBe(pid)
    expect(await redisCommand(redis.port, ['GET', 'key'])).toBe('kept')
    await redis.restart({ keepData: false })
    expect(await redisCommand(redis.port, ['DBSIZE'])).toBe(0)
  })

  test('can be killed while paused', async () => {
    await redis.pause()
    await redis.restart({ keepData: false })
    expect(await redisCommand(redis.port, ['PING'])).toBe('PONG')
  })

  test('that keeps nothing says so when its data is asked for', async () => {
    const forgetful = await startRedis()
    await expect(forgetful.restart({ keepData: true })).rejects.toThrow('keeps no data')
    await forgetful.stop()
  })

  test('is not started at a port that another one holds', async () => {
    await expect(startRedis({ port: redis.port })).rejects.toThrow(`Port ${redis.port} is taken`)
  })

  test('says what is wrong with its arguments', async () => {
    await expect(startRedis({ args: ['--no-such-setting', '1'] })).rejects.toThrow('no-such-setting')
  })
})
