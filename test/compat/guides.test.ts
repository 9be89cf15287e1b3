/** The examples of the moving guides that need a Redis run against a real one. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const guides = new URL('../../docs/guides/', import.meta.url)
const scratch = fileURLToPath(new URL('.guides/', import.meta.url))

const examples = readdirSync(guides)
  .filter((page) => page.startsWith('moving-from-'))
  .flatMap((page) => {
    const blocks = readFileSync(new URL(page, guides), 'utf8').matchAll(/^```ts redis\n(.*?)^```$/gms)
    return [...blocks].map(([, code = '']) => ({ page, code }))
  })

/** What each example makes is used once. */
const uses: Readonly<Record<string, string>> = {
  'moving-from-express-rate-limit.md': "(await limiter.getKey('ann')) ?? 'unknown'",
  'moving-from-rate-limiter-flexible.md': "(await limiter.consume('ann')).consumedPoints",
  'moving-from-upstash-ratelimit.md': "(await ratelimit.limit('ann')).remaining",
  'moving-from-fastify-hono-and-nest-limiters.md':
    "(await forNest.increment('key', 60_000, 2, 0, 'default')).totalHits",
}

const given: Readonly<Record<string, unknown>> = {
  'moving-from-express-rate-limit.md': 'unknown',
  'moving-from-rate-limiter-flexible.md': 1,
  'moving-from-upstash-ratelimit.md': 19,
  'moving-from-fastify-hono-and-nest-limiters.md': 1,
}

test('every guide has one', () => {
  expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(Object.keys(uses)))
})

describeWithRedis('examples with Redis', () => {
  let server: RedisServer

  beforeAll(async () => {
    mkdirSync(scratch, { recursive: true })
    server = await startRedis()
  })

  afterAll(async () => {
    rmSync(scratch, { recursive: true, force: true })
    await server.stop()
  })

  test.each(examples)('of $page', async ({ page, code }) => {
    const [, client = ''] = /^const (\w+) = new Redis\(/m.exec(code) ?? []
    const placed = code.replace('redis://redis:6379', `redis://127.0.0.1:${server.port}`)
    const file = `${scratch}${page.replace('.md', '.ts')}`
    writeFileSync(file, `${placed}\nexport const given = ${uses[page]}\n${client}.disconnect()\n`)
    expect(((await import(/* @vite-ignore */ file)) as { given: unknown }).given).toEqual(given[page])
  })
})
