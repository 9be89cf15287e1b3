/** Malformed, hostile and huge headers, in every framework, as bytes on a socket: no error, and no key of the sender's choice. */
import type { Limiter } from 'sluice'
import { partitionKeys } from 'sluice/http'
import { describe, expect, test } from 'vitest'
import { minuteLimiter, PEER, remaining } from '../adapters/cases/running.ts'
import type { SuiteOptions, SuiteRequest } from '../adapters/harness.ts'
import { apps, type App } from './apps.ts'
import { rawExchange, valuesOf, type RawResponse } from './raw-exchange.ts'

type Ask = (headers: readonly string[]) => Promise<RawResponse>

async function serving(app: App, options: SuiteOptions, use: (ask: Ask) => Promise<void>): Promise<void> {
  const running = await app.start(options)
  try {
    await use((headers) => rawExchange(running.port, headers))
  } finally {
    await running.close()
  }
}

const trusted = ['loopback', 'private'] as const
const forwardedFor = { source: 'x-forwarded-for', trusted } as const
const forwarded = { source: 'forwarded', trusted } as const

/** So many entries, all of them proxies of the user's own. */
function proxies(count: number, entry = (at: number) => `10.0.${at >> 8}.${at & 255}`): readonly string[] {
  return Array.from({ length: count }, (_, index) => entry(index))
}

/** The keys that were charged, of those that could have been. */
function charged(limiter: Limiter, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => remaining(limiter, key) < 99)
}

const megabyte = 1_000_000

describe.each(apps)('$name', (app) => {
  describe('10,000 entries', () => {
    test('of X-Forwarded-For in one line: the client is one of the last 32, whatever stands before them', async () => {
      const limiter = minuteLimiter(99)
      await serving(app, { limiter, address: forwardedFor }, async (ask) => {
        const nearest = proxies(32)
        for (const before of [
          proxies(9968),
          proxies(9968, () => '192.0.2.1'),
          proxies(9968, () => '"'),
          [],
        ]) {
          const response = await ask([`X-Forwarded-For: ${[...before, ...nearest].join(', ')}`])
          expect(response.status).toBe(200)
          expect(valuesOf(response, 'RateLimit')).toHaveLength(1)
        }
      })
      expect(charged(limiter, [PEER, '192.0.2.1', ...proxies(32)])).toEqual(['10.0.0.0'])
      expect(remaining(limiter, '10.0.0.0')).toBe(95)
    })

    test('in as many lines: those of the proxies may be dropped by Node, so none is believed', async () => {
      const limiter = minuteLimiter(99)
      await serving(app, { limiter, address: forwardedFor }, async (ask) => {
        const lines = proxies(10_000, (at) => `X-Forwarded-For: 192.0.2.${at % 250}`)
        const { status } = await ask([...lines, 'X-Forwarded-For: 203.0.113.9'])
        expect(status).toBe(200)
        expect((await ask([...lines.slice(0, 900), 'X-Forwarded-For: 203.0.113.9'])).status).toBe(200)
      })
      const senders = proxies(250, (at) => `192.0.2.${at}`)
      expect(charged(limiter, [PEER, '203.0.113.9', ...senders])).toEqual([PEER, '203.0.113.9'])
    })

    test('of Forwarded, with quotes that are left open', async () => {
      const limiter = minuteLimiter(99)
      await serving(app, { limiter, address: forwarded }, async (ask) => {
        const elements = proxies(10_000, (at) => `for="192.0.2.${at % 250}`)
        await ask([`Forwarded: ${elements.join(',')}`, 'Forwarded: for=203.0.113.9'])
        await ask([`Forwarded: ${elements.join(',')}, for=203.0.113.9`])
      })
      expect(remaining(limiter, '203.0.113.9')).toBe(97)
    })
  })

  describe('a value of 1 MB', () => {
    test.each([
      ['one letter', 'x'.repeat(megabyte)],
      ['commas', ','.repeat(megabyte)],
      ['spaces and tabs', `1${' \t'.repeat(megabyte / 2)}1`],
      ['quotes', '"'.repeat(megabyte)],
      ['backslashes before a quote', `for="${'\\'.repeat(megabyte)}"`],
      ['backslashes and quotes', String.raw`\"`.repeat(megabyte / 2)],
      ['semicolons', 'for=1;'.repeat(megabyte / 6)],
      ['colons', ':'.repeat(megabyte)],
      ['digits', '1'.repeat(megabyte)],
    ])('of %s changes nothing about who the client is', async (_, value) => {
      const [plain, other] = [minuteLimiter(99), minuteLimiter(99)]
      await serving(app, { limiter: plain, address: forwardedFor }, async (ask) => {
        expect((await ask([`X-Forwarded-For: ${value}`])).status).toBe(200)
        expect((await ask([`X-Forwarded-For: ${value},203.0.113.9`])).status).toBe(200)
      })
      await serving(app, { limiter: other, address: forwarded }, async (ask) => {
        expect((await ask([`Forwarded: ${value}`])).status).toBe(200)
        expect((await ask([`Forwarded: ${value}`, 'Forwarded: for=203.0.113.9'])).status).toBe(200)
      })
      expect([plain, other].map((limiter) => charged(limiter, [PEER, '203.0.113.9', '192.0.2.1']))).toEqual([
        [PEER, '203.0.113.9'],
        [PEER, '203.0.113.9'],
      ])
    })

    test('is a key like any other, and its refusal has the form that 1 MB of Accept wants last', async () => {
      const limiter = minuteLimiter(1)
      const key = 'k'.repeat(megabyte)
      const options = { limiter, key: header('x-user'), format: ['problem', 'text'] as const }
      await serving(app, options, async (ask) => {
        expect((await ask([`X-User: ${key}`])).status).toBe(200)
        const accept = `application/problem+json${';a=1'.repeat(megabyte / 4)},text/plain`
        const refused = await ask([`X-User: ${key}`, `Accept: ${accept}`])
        expect([refused.status, valuesOf(refused, 'Retry-After')]).toEqual([429, ['60']])
        expect((await ask([`X-User: ${key}k`])).status).toBe(200)
      })
    })
  })

  test('bytes that are no UTF-8 make keys of their own in values, and no request in names', async () => {
    const limiter = minuteLimiter(1)
    await serving(app, { limiter, key: header('x-user') }, async (ask) => {
      const bytes = ['\u00ff\u00fe', '\u00c0\u00af', '\u00c3\u00a9', '\u00c3', '\u00a9', '\u0080']
      for (const user of bytes) {
        expect((await ask([`X-User: ${user}`])).status).toBe(200)
        expect((await ask([`X-User: ${user}`])).status).toBe(429)
      }
      for (const bad of ['X-\u00ff: 1', 'X-User: a\u0000b', 'X-User: a\nb: c\rd', ': nothing']) {
        expect((await ask([bad])).status).toBe(400)
      }
      expect((await ask(['X-User: still here'])).status).toBe(200)
    })
  })

  test('keys, however they read, add no line to the response', async () => {
    const limiter = minuteLimiter(9)
    const partitionKey = partitionKeys('at least sixteen random bytes')
    await serving(
      app,
      { limiter, key: decodedUser, partitionKey, dialect: ['draft-11', 'legacy'] },
      async (ask) => {
        for (const user of [
          'a\r\nEvil: 1',
          'a\nEvil: 1',
          'a\r\n\r\n<html>',
          'a";r=99',
          'a\u0000',
          '\u{1f600}',
        ]) {
          const response = await ask([`X-User: ${encodeURIComponent(user)}`])
          expect(response.status).toBe(200)
          expect(response.lines.filter((line) => /evil/i.test(line))).toEqual([])
          expect(response.body).not.toContain('<html>')
          const pk = Buffer.from(partitionKey(user)).toString('base64')
          expect(valuesOf(response, 'RateLimit')).toEqual([`"default";r=8;t=60;pk=:${pk}:`])
          expect(remaining(limiter, user)).toBe(8)
        }
      },
    )
  })

  test('names that objects have already are keys and headers like any other', async () => {
    const limiter = minuteLimiter(1)
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']
    await serving(app, { limiter, key: header('x-user') }, async (ask) => {
      for (const name of names) {
        const line = `X-User: ${name}`
        expect((await ask([line, `${name}: 203.0.113.9`])).status).toBe(200)
        expect((await ask([line])).status).toBe(429)
      }
      expect((await ask(['X-User: ann'])).status).toBe(200)
    })
    for (const source of ['__proto__', 'constructor']) {
      const byAddress = minuteLimiter(9)
      await serving(app, { limiter: byAddress, address: { source, trusted } }, async (ask) => {
        expect((await ask([])).status).toBe(200)
      })
      expect(remaining(byAddress)).toBe(8)
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('partition keys of whatever bytes are base64', async () => {
    const bytes = new TextEncoder().encode('a\r\nEvil: 1\u0000\u00ff"')
    await serving(app, { limiter: minuteLimiter(9), partitionKey: () => bytes }, async (ask) => {
      const { lines } = await ask([])
      expect(lines.filter((line) => /evil/i.test(line))).toEqual([])
      expect(lines.join('\n')).toContain(`pk=:${Buffer.from(bytes).toString('base64')}:`)
    })
  })

  test('names and media types that could end a line are refused when they are set', async () => {
    const format = { contentType: 'text/plain\r\nEvil: 1', body: () => '' }
    const start = async () => app.start({ limiter: minuteLimiter(1), format })
    await expect(start()).rejects.toMatchObject({ code: 'ERR_INVALID_OPTION', field: 'format' })
    for (const name of ['a\r\nEvil: 1', 'a\nb', '\u00e9', 'a\u0000']) {
      const startNamed = async () => app.start({ limiter: minuteLimiter(1), name })
      await expect(startNamed()).rejects.toMatchObject({ code: 'ERR_INVALID_OPTION', field: 'name' })
    }
  })
})

function header(name: string) {
  return (request: SuiteRequest): string => request.header(name) ?? ''
}

/** A key that a client may write as it likes, as one from a path or a body is. */
function decodedUser(request: SuiteRequest): string {
  return decodeURIComponent(request.header('x-user') ?? '')
}
