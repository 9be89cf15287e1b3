import { describe, expect, test } from 'vitest'
import { OWN_BODY, type Answering, type Harness } from '../harness.ts'
import { send } from '../send.ts'
import { minuteLimiter, running } from './running.ts'

function limits() {
  return [{ name: 'login', limiter: minuteLimiter(1) }]
}

/** What those are told who are refused. */
export function refusalCases(harness: Harness): void {
  describe('refusals', () => {
    test('say why, for how long, and that nobody may keep them', () =>
      running(harness, { limits: limits() }, async (port) => {
        await send(port)
        const { status, body, header } = await send(port)
        expect(status).toBe(429)
        expect(header('Retry-After')).toBe('60')
        expect(header('Cache-Control')).toBe('no-store')
        expect(header('Content-Type')).toBe('application/problem+json')
        expect(header('RateLimit')).toBe('"login";r=0;t=60')
        expect(header('RateLimit-Policy')).toBe('"login";q=1;w=60')
        expect(JSON.parse(body)).toEqual({
          type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
          title: 'Quota Exceeded',
          status: 429,
          detail: 'This request is over the limit "login". Try again in 60 seconds.',
          'violated-policies': ['login'],
        })
      }))

    test('of HEAD have no body', () =>
      running(harness, { limits: limits() }, async (port) => {
        await send(port)
        const { status, body, header } = await send(port, { method: 'HEAD' })
        expect([status, body, header('Retry-After')]).toEqual([429, '', '60'])
      }))

    test('never say when, if the request asks for more than can ever be granted', () =>
      running(harness, { limiter: minuteLimiter(1), cost: 2 }, async (port) => {
        const { status, header } = await send(port)
        expect([status, header('Retry-After')]).toEqual([429, undefined])
      }))

    test('take the form that the client accepts', () =>
      running(harness, { limiter: minuteLimiter(1), cost: 2, format: ['problem', 'text'] }, async (port) => {
        const { header } = await send(port, { headers: { Accept: 'text/plain' } })
        expect(header('Content-Type')).toBe('text/plain; charset=utf-8')
      }))

    const own: Answering[] = harness.handlesErrors ? ['own body', 'thrown error'] : ['own body']
    test.each(own)('carry the headers that matter with an answer of the application: %s', (answering) =>
      running(harness, { limits: limits(), answering }, async (port) => {
        await send(port)
        const { status, body, header } = await send(port)
        expect(status).toBe(429)
        expect(body === OWN_BODY).toBe(answering === 'own body')
        expect(header('RateLimit')).toBe('"login";r=0;t=60')
        expect(header('Retry-After')).toBe('60')
        expect(header('Cache-Control')).toBe('no-store')
      }),
    )

    test('never reach the application', async () => {
      const arrived: string[] = []
      const onArrival = (path: string) => arrived.push(path)
      await running(harness, { limits: limits(), onArrival }, async (port) => {
        await send(port, { path: '/first' })
        await send(port, { path: '/second' })
        expect(arrived).toEqual(['/first'])
      })
    })
  })
}
