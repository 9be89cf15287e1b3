import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { createPolicyLimiter, readPolicy } from 'sluice/policy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-playground-'))
const playground = join(folder, 'playground')
const policy = readPolicy(
  'version: 1\nrules: [{ name: all, match: {}, key: [], limits: [gcra: { burst: 1, rate: 1/s }] }]\n',
)
const complaints: string[] = []
let app: FastifyInstance

beforeAll(async () => {
  const limiter = createPolicyLimiter(policy)
  app = await createService({ limiter, playground, complain: (text) => void complaints.push(text) })
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('without a build the page says how to make one; built later, it is served without a restart', async () => {
  const before = await app.inject('/')
  expect(before.statusCode).toBe(503)
  expect(before.body).toContain('npm run build')
  expect(before.headers['cache-control']).toBe('no-store')

  mkdirSync(join(playground, 'assets'), { recursive: true })
  writeFileSync(join(playground, 'index.html'), '<!doctype html><title>Playground</title>')
  writeFileSync(join(playground, 'assets', 'main-Bx0_y-9Z.js'), 'export {}')
  writeFileSync(join(playground, '.secret'), 'x')
  writeFileSync(join(folder, 'outside.txt'), 'x')

  const page = await app.inject('/?from=a-link')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<title>Playground</title>')
})

test('the page is asked for anew each time, what has a digest in its name never again', async () => {
  const page = await app.inject('/')
  expect(page.headers['cache-control']).toBe('no-cache')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': page.headers.etag as string } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const script = await app.inject('/assets/main-Bx0_y-9Z.js')
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8')
})

test('a compressed copy goes to those who take it, as what it is a copy of', async () => {
  writeFileSync(join(playground, 'assets', 'main-Bx0_y-9Z.js.gz'), gzipSync('export {}'))
  const url = '/assets/main-Bx0_y-9Z.js'
  const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'self'") as string,
    vary: expect.stringMatching(/accept-encoding/i) as string,
  })
  expect(gunzipSync(rawPayload).toString()).toBe('export {}')
  const plain = await app.inject(url)
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'export {}'])
})

test('pages load nothing from elsewhere, and are not guessed at or framed', async () => {
  for (const url of ['/', '/assets/main-Bx0_y-9Z.js']) {
    // oxlint-disable-next-line no-await-in-loop -- one server
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'; .*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:|data:/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
})

test('HEAD has the headers of GET and no body', async () => {
  const [get, head] = [await app.inject('/'), await app.inject({ method: 'HEAD', url: '/' })]
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
})

test.each([
  '/.secret',
  '/outside.txt',
  '/../outside.txt',
  '/%2e%2e/outside.txt',
  '/assets',
  '/assets/none.js',
])('%s is not served', async (url) => {
  const { statusCode, body } = await app.inject(url)
  expect([statusCode, (JSON.parse(body) as { error: object }).error]).toMatchObject([
    404,
    { code: 'ERR_NOT_FOUND' },
  ])
})

test('nothing of that is a fault of the service', () => {
  expect(complaints).toEqual([])
})
