import { createLimiter, fixedWindow, manualClock } from 'sluice'
import { partitionKeys } from 'sluice/http'
import { describe, expect, test } from 'vitest'
import type { Harness, SuiteRequest } from '../harness.ts'
import { send } from '../send.ts'
import { minuteLimiter, PEER, remaining, running } from './running.ts'

/** Which requests are charged, for whom and how much, and what clients are told of it. */
export function ruleCases(harness: Harness): void {
  describe('rules', () => {
    test('tell those who pass where they stand, each header once', () =>
      running(harness, { name: 'api', limiter: minuteLimiter(2) }, async (port) => {
        const { status, body, header } = await send(port)
        expect([status, body]).toEqual([200, 'hello'])
        expect(header('RateLimit-Policy')).toBe('"api";q=2;w=60')
        expect(header('RateLimit')).toBe('"api";r=1;t=60')
        expect(header('Retry-After')).toBeUndefined()
      }))

    test('key by the address of the client, by a header behind proxies, or by a function', async () => {
      const limiter = minuteLimiter(9)
      await running(harness, { limiter }, (port) => send(port).then(() => undefined))
      expect(remaining(limiter)).toBe(8)
      const address = { source: 'x-forwarded-for', trusted: ['loopback'] } as const
      await running(harness, { limiter, address }, async (port) => {
        await send(port, { headers: { 'X-Forwarded-For': '203.0.113.5, 192.0.2.7' } })
      })
      expect([remaining(limiter, '192.0.2.7'), remaining(limiter)]).toEqual([8, 8])
      await running(harness, { limiter, key: (request) => request.header('x-user') ?? '' }, async (port) => {
        await send(port, { headers: { 'X-User': 'ann' } })
      })
      expect(remaining(limiter, 'ann')).toBe(8)
    })

    test('cost what a function says, where 0 only looks', () =>
      running(
        harness,
        { limiter: minuteLimiter(10), cost: (request) => Number(request.header('x-cost')) },
        async (port) => {
          await send(port, { headers: { 'X-Cost': '7' } })
          const looked = await send(port, { headers: { 'X-Cost': '0' } })
          expect(looked.header('RateLimit')).toBe('"default";r=3;t=60')
          expect((await send(port, { headers: { 'X-Cost': '4' } })).status).toBe(429)
        },
      ))

    test('follow a plan that changes within the window, with what was used', async () => {
      const plans: Readonly<Record<string, ReturnType<typeof fixedWindow>>> = {
        small: fixedWindow({ limit: 2, window: '1m' }),
        large: fixedWindow({ limit: 5, window: '1m' }),
      }
      const options = {
        limiter: minuteLimiter(9),
        limit: (request: SuiteRequest) => plans[request.header('x-plan') ?? ''],
      }
      await running(harness, options, async (port) => {
        const on = (plan: string) => send(port, { headers: { 'X-Plan': plan } })
        await on('small')
        await on('small')
        expect((await on('small')).status).toBe(429)
        const raised = await on('large')
        expect(raised.header('RateLimit-Policy')).toBe('"default";q=5;w=60')
        expect(raised.header('RateLimit')).toBe('"default";r=2;t=60')
        expect((await on('small')).status).toBe(429)
        expect((await on('own')).header('RateLimit')).toBe('"default";r=5;t=60')
      })
    })

    test('leave alone what they skip', async () => {
      const limiter = minuteLimiter(1)
      await running(harness, { limiter, skip: isInternal }, async (port) => {
        const skipped = await send(port, { headers: { 'X-Internal': 'yes' } })
        expect([skipped.status, skipped.header('RateLimit')]).toEqual([200, undefined])
        expect(remaining(limiter)).toBe(1)
      })
    })

    test('count HEAD and OPTIONS like any method, but not the questions of browsers', async () => {
      const limiter = minuteLimiter(9)
      await running(harness, { limiter }, async (port) => {
        await send(port, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } })
        expect(remaining(limiter)).toBe(9)
        const head = await send(port, { method: 'HEAD' })
        expect(head.header('RateLimit')).toBe('"default";r=8;t=60')
        await send(port, { method: 'OPTIONS' })
        expect(remaining(limiter)).toBe(7)
      })
    })

    test('are decided together: who is refused by one is charged by none', async () => {
      const [wide, narrow] = [minuteLimiter(9), minuteLimiter(1)]
      const rules = [
        { name: 'wide', limiter: wide },
        { name: 'narrow', limiter: narrow },
      ]
      await running(harness, { rules }, async (port) => {
        const passed = await send(port)
        expect(passed.header('RateLimit-Policy')).toBe('"wide";q=9;w=60, "narrow";q=1;w=60')
        const refused = await send(port)
        expect(refused.status).toBe(429)
        expect(refused.header('RateLimit')).toBe('"wide";r=8;t=60, "narrow";r=0;t=60')
        expect(JSON.parse(refused.body)).toMatchObject({ 'violated-policies': ['narrow'] })
        expect(remaining(wide)).toBe(8)
      })
    })

    test('of an application and its route are told in one field, and a limiter met twice is charged once', async () => {
      const [application, route] = [minuteLimiter(10), minuteLimiter(1000)]
      const limits = [
        { name: 'app', limiter: application, dialect: ['draft-11', 'legacy-delta'] },
        {
          rules: [
            { name: 'app', limiter: application },
            { name: 'route', limiter: route },
          ],
          dialect: ['draft-11', 'legacy-delta'],
        },
      ] as const
      await running(harness, { limits }, async (port) => {
        const { header } = await send(port)
        expect(header('RateLimit')).toBe('"app";r=9;t=60, "route";r=999;t=60')
        expect([header('X-RateLimit-Limit'), header('X-RateLimit-Remaining')]).toEqual(['10', '9'])
        expect([remaining(application), remaining(route)]).toEqual([9, 999])
      })
    })

    test('in shadow mode report whom they would refuse, refuse nobody and are not told', async () => {
      const reports: string[] = []
      const options = {
        rules: [
          { name: 'coming', limiter: minuteLimiter(1), mode: 'shadow' },
          { name: 'now', limiter: minuteLimiter(9) },
        ],
        onShadowRefused: ({ name }: { readonly name: string }) => reports.push(name),
      } as const
      await running(harness, options, async (port) => {
        await send(port)
        const { status, header } = await send(port)
        expect([status, header('RateLimit')]).toEqual([200, '"now";r=7;t=60'])
        expect(reports).toEqual(['coming'])
      })
    })

    test('take hostile headers for what they are: no error, and no key of the sender’s choice', async () => {
      const limiter = minuteLimiter(99)
      const address = { source: 'x-forwarded-for', trusted: ['loopback'] } as const
      const hostile = [
        '10.0.0.1,'.repeat(1500),
        `${'x'.repeat(12_000)}, 192.0.2.9`,
        '\u00ff\u00fe\u00c0\u00af',
        '192.0.2.1 RateLimit: "x";r=9',
        ',,, , ,',
        '1e3.0.0.1, 0x7f.1, [::1',
      ]
      await running(harness, { limiter, address, name: 'api' }, async (port) => {
        for (const value of hostile) {
          const { status, header } = await send(port, { headers: { 'X-Forwarded-For': value } })
          expect(status).toBe(200)
          expect(header('RateLimit')).toMatch(/^"api";r=\d+;t=60$/)
        }
      })
      expect([remaining(limiter, '192.0.2.9'), remaining(limiter, '10.0.0.1'), remaining(limiter)]).toEqual([
        98, 98, 95,
      ])
    })

    test('tell partition keys, other dialects, or nothing', async () => {
      const limits = { a: fixedWindow({ limit: 2, window: '1m' }) }
      const limiter = createLimiter({ limits, clock: manualClock(0) })
      const partitionKey = partitionKeys('at least sixteen random bytes')
      await running(harness, { limiter, partitionKey }, async (port) => {
        const key = Buffer.from(partitionKey(PEER)).toString('base64')
        expect((await send(port)).header('RateLimit')).toBe(`"a";r=1;t=60;pk=:${key}:`)
      })
      await running(harness, { limiter, dialect: false }, async (port) => {
        expect((await send(port)).header('RateLimit')).toBeUndefined()
      })
    })
  })
}

function isInternal(request: SuiteRequest): boolean {
  return request.header('x-internal') === 'yes'
}
