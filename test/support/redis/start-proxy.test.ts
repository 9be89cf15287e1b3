import { connect } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from './describe-with-redis.ts'
import { redisCommand } from './redis-command.ts'
import { startProxy } from './start-proxy.ts'
import type { RedisProxy } from './start-proxy.ts'
import { startRedis } from './start-redis.ts'
import type { RedisServer } from './start-redis.ts'
import { waitUntil } from './wait-until.ts'

/** Tries once and says what failed, where a client would otherwise reconnect and resend by itself. */
const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 } as const

describeWithRedis('a proxy', () => {
  let redis: RedisServer
  let proxy: RedisProxy
  beforeAll(async () => {
    redis = await startRedis()
    proxy = await startProxy({ to: redis.port })
  })
  afterAll(async () => {
    proxy?.stop()
    await redis?.stop()
  })

  const counter = (): Promise<unknown> => redisCommand(redis.port, ['GET', 'counter'])

  test('passes requests and replies, and counts connections', async () => {
    const client = new Redis({ port: proxy.port, ...once })
    const acceptedBefore = proxy.accepted
    await client.set('key', 'x'.repeat(300_000))
    expect(await client.strlen('key')).toBe(300_000)
    expect(await client.get('key')).toBe('x'.repeat(300_000))
    expect(proxy.connections).toBe(1)
    expect(proxy.accepted).toBe(acceptedBefore + 1)
    client.disconnect()
    await waitUntil('the connection is gone', () => proxy.connections === 0 || undefined)
  })

  test('holds replies back, and keeps their order when the delay becomes shorter', async () => {
    const client = new Redis({ port: proxy.port, ...once })
    await client.set('counter', 0)
    proxy.delayMs = 100
    const startedAt = performance.now()
    const slow = client.incr('counter').then(() => performance.now() - startedAt)
    await waitUntil('the reply is held back', () => proxy.held === 1 || undefined)
    proxy.delayMs = 0
    const quick = client.incr('counter')
    expect(await Promise.all([slow, quick])).toEqual([expect.any(Number), 2])
    expect(await slow).toBeGreaterThanOrEqual(100)
    client.disconnect()
  })

  test('cuts a reply in the middle', async () => {
    await redisCommand(redis.port, ['SET', 'key', 'abcdefgh'])
    proxy.cutAfterReplyBytes(6)
    const received = await receivedBeforeReset(proxy.port, 'GET key\r\n')
    expect(received.text).toBe('$8\r\nab')
    expect(proxy.cuts).toBe(1)
    expect(await redisCommand(proxy.port, ['GET', 'key'])).toBe('abcdefgh')
  })

  test('loses a reply to a request that the server has acted on', async () => {
    await redisCommand(redis.port, ['SET', 'counter', 5])
    proxy.dropReplies()
    const received = await receivedBeforeReset(proxy.port, 'INCR counter\r\n')
    expect(received).toEqual({ text: '', code: 'ECONNRESET' })
    expect(await counter()).toBe('6')
    expect(await redisCommand(proxy.port, ['INCR', 'counter'])).toBe(7)
  })

  test('refuses connections and resets those that were open', async () => {
    const client = new Redis({ port: proxy.port, ...once })
    client.on('error', () => undefined)
    await client.ping()
    const ended = new Promise((resolve) => {
      client.once('end', resolve)
    })
    proxy.refuse()
    await ended
    await expect(redisCommand(proxy.port, ['PING'])).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
    await proxy.recover()
    expect(await redisCommand(proxy.port, ['PING'])).toBe('PONG')
  })

  test('is silent in both directions, and resets the silenced connections when it recovers', async () => {
    await redisCommand(redis.port, ['SET', 'counter', 0])
    proxy.silence()
    const silenced = receivedBeforeReset(proxy.port, 'INCR counter\r\n')
    await expect(redisCommand(proxy.port, ['INCR', 'counter'], { withinMs: 50 })).rejects.toThrow('No answer')
    await proxy.recover()
    expect(await silenced).toEqual({ text: '', code: 'ECONNRESET' })
    expect(await counter()).toBe('0')
    expect(await redisCommand(proxy.port, ['INCR', 'counter'])).toBe(1)
  })

  test('closes connections when the server behind it is killed', async () => {
    const client = new Redis({ port: proxy.port, ...once })
    client.on('error', () => undefined)
    await client.ping()
    const ended = new Promise((resolve) => {
      client.once('end', resolve)
    })
    await redis.kill()
    await ended
    await expect(redisCommand(proxy.port, ['PING'])).rejects.toThrow('No answer')
    await redis.restart({ keepData: false })
    expect(await redisCommand(proxy.port, ['PING'])).toBe('PONG')
  })
})

/** What came over a bare connection after `request`, until it was reset, and the error that ended it. */
function receivedBeforeReset(
  port: number,
  request: string,
): Promise<{ text: string; code: string | undefined }> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request))
    let text = ''
    let code: string | undefined
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code
    })
    socket.on('close', () => resolve({ text, code }))
  })
}
