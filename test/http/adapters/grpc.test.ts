/** Limits of a server of gRPC, with the client library and with bare HTTP/2. */
import { connect, constants } from 'node:http2'
import { Metadata, status, type ServerInterceptor } from '@grpc/grpc-js'
import { createLimiter, fixedWindow, leakyBucket, manualClock, SluiceError, type Limiter } from 'sluice'
import { rateLimit, type GrpcCall, type GrpcRateLimitOptions } from 'sluice/grpc'
import { rateLimitOf, type RateLimitReport } from 'sluice/http'
import { expect, test, vi } from 'vitest'
import { minuteLimiter, PEER, remaining } from './cases/running.ts'
import { ECHO, withEcho, type Outcome } from './grpc-echo.ts'

test('a call that passes is told where its client stands, and so is its handler', async () => {
  let seen: unknown
  await withEcho(
    {
      interceptors: [rateLimit({ limiter: minuteLimiter(2) })],
      handler({ metadata, request }, answer) {
        seen = rateLimitOf(metadata).map(({ name, keys, decision }) => [name, keys, decision.remaining])
        answer(null, request)
      },
    },
    async ({ say }) => {
      const { code, answer, initial, trailing } = await say('hello')
      expect([code, answer]).toEqual([status.OK, 'hello'])
      expect(initial.get('ratelimit')).toEqual(['"default";r=1;t=60'])
      expect(initial.get('ratelimit-policy')).toEqual(['"default";q=2;w=60'])
      expect(trailing.get('ratelimit')).toEqual([])
      expect(seen).toEqual([['default', PEER, 1]])
    },
  )
})

test('a call over its limit is RESOURCE_EXHAUSTED with the wait to the millisecond', async () => {
  const clock = manualClock(0)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window: '1m' }), clock })
  await withEcho({ interceptors: [rateLimit({ limiter, name: 'api' })] }, async ({ say }) => {
    await say('first')
    clock.advance(57_766)
    const { code, details, trailing } = await say('second')
    expect(code).toBe(status.RESOURCE_EXHAUSTED)
    expect(details).toBe('This request is over the limit "api". Try again in 3 seconds.')
    expect(trailing.get('grpc-retry-pushback-ms')).toEqual(['2234'])
    expect(trailing.get('ratelimit')).toEqual(['"api";r=0;t=3'])
    const [bytes] = trailing.get('grpc-status-details-bin') as [Buffer]
    expect(bytes.includes('type.googleapis.com/google.rpc.RetryInfo')).toBe(true)
    // A Duration of 2 seconds and 234,000,000 nanoseconds.
    expect(bytes.includes(Buffer.from('0a07080210809dca6f', 'hex'))).toBe(true)
  })
})

test('refusals are trailers only, which alone may be tried again', async () => {
  await withEcho({ interceptors: [rateLimit({ limiter: minuteLimiter(1) })] }, async ({ say, port }) => {
    await say('first')
    const session = connect(`http://127.0.0.1:${port}`)
    const stream = session.request({
      ':method': 'POST',
      ':path': ECHO,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    const [headers, flags] = await new Promise<[Record<string, unknown>, number]>((resolve) => {
      stream.once('response', (received, bits) => resolve([received, bits])).end()
    })
    session.destroy()
    expect([headers[':status'], headers['grpc-status']]).toEqual([200, '8'])
    expect(flags & constants.NGHTTP2_FLAG_END_STREAM).toBe(constants.NGHTTP2_FLAG_END_STREAM)
  })
})

const RETRYING = {
  'grpc.service_config': JSON.stringify({
    methodConfig: [
      {
        name: [{}],
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '60s',
          maxBackoff: '60s',
          backoffMultiplier: 1,
          retryableStatusCodes: ['RESOURCE_EXHAUSTED'],
        },
      },
    ],
  }),
}

test('a client that retries does so after the wait that it is told, and passes', async () => {
  const clock = manualClock(0)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window: 20 }), clock })
  limiter.check(PEER)
  clock.advance(5)
  const onRefused = vi.fn<(report: RateLimitReport) => void>(({ decision }) =>
    clock.advance(decision.retryAfterMs),
  )
  await withEcho({ interceptors: [rateLimit({ limiter, onRefused })], client: RETRYING }, async ({ say }) => {
    expect(await say('again')).toMatchObject({ code: status.OK, answer: 'again' })
    expect(onRefused).toHaveBeenCalledTimes(1)
  })
})

test('a client that retries does not if its call can never pass', async () => {
  const onRefused = vi.fn<() => void>()
  await withEcho(
    { interceptors: [rateLimit({ limiter: minuteLimiter(5), cost: 6, onRefused })], client: RETRYING },
    async ({ say }) => {
      const { code, trailing } = await say('too much')
      expect(code).toBe(status.RESOURCE_EXHAUSTED)
      expect(trailing.get('grpc-retry-pushback-ms')).toEqual(['-1'])
      expect(String(trailing.get('grpc-status-details-bin'))).not.toContain('RetryInfo')
      expect(onRefused).toHaveBeenCalledTimes(1)
    },
  )
})

test('a wait beyond 32 bits is no number that clients could misread', async () => {
  const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window: '60d' }), clock: manualClock(0) })
  await withEcho({ interceptors: [rateLimit({ limiter })] }, async ({ say }) => {
    await say('first')
    expect((await say('second')).trailing.get('grpc-retry-pushback-ms')).toEqual(['-1'])
  })
})

test('several interceptors speak of all their limits, each once', async () => {
  const interceptors = [
    rateLimit({ limiter: minuteLimiter(9), name: 'wide' }),
    rateLimit({ limiter: minuteLimiter(1), name: 'narrow', key: ({ path }) => path }),
  ]
  await withEcho({ interceptors }, async ({ say }) => {
    expect((await say('1')).initial.get('ratelimit')).toEqual(['"wide";r=8;t=60, "narrow";r=0;t=60'])
    const { code, trailing } = await say('2')
    expect(code).toBe(status.RESOURCE_EXHAUSTED)
    expect(trailing.get('ratelimit')).toEqual(['"wide";r=7;t=60, "narrow";r=0;t=60'])
  })
})

test('what counts is decided by the status of the call', async () => {
  const limiter = minuteLimiter(5)
  await withEcho(
    {
      interceptors: [rateLimit({ limiter, count: 'failures' })],
      handler: ({ request }, answer) =>
        request === 'bad' ? answer({ code: status.INVALID_ARGUMENT, details: 'bad' }) : answer(null, request),
    },
    async ({ say }) => {
      await say('good')
      expect(remaining(limiter)).toBe(5)
      const { code, trailing } = await say('bad')
      expect([code, trailing.get('ratelimit')]).toEqual([status.INVALID_ARGUMENT, ['"default";r=4;t=60']])
      expect(remaining(limiter)).toBe(4)
    },
  )
})

test('streams are one call, settled at their end with what they cost', async () => {
  const limiter = minuteLimiter(10)
  const settle = vi.fn<(call: GrpcCall, code: status) => number>((_, code) => (code === status.OK ? 3 : 7))
  await withEcho({ interceptors: [rateLimit({ limiter, settle })] }, async ({ count, leaveStream }) => {
    expect(await count()).toEqual(['1', '2', '3'])
    expect(remaining(limiter)).toBe(7)
    await leaveStream()
    await vi.waitFor(() => expect(remaining(limiter)).toBe(0))
    expect(settle.mock.lastCall?.[1]).toBe(status.CANCELLED)
  })
})

test('calls are held back, and one whose client goes away gives back what it was charged', async () => {
  const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '1/m' }), clock: manualClock(0) })
  limiter.check(PEER)
  const handler = vi.fn<() => void>()
  await withEcho({ interceptors: [rateLimit({ limiter })], handler }, async ({ start }) => {
    const left = new Promise<number | undefined>((resolve) => {
      const call = start('wait', (error) => resolve(error?.code))
      void vi.waitFor(() => expect(remaining(limiter)).toBe(3)).then(() => call.cancel())
    })
    expect(await left).toBe(status.CANCELLED)
    await vi.waitFor(() => expect(remaining(limiter)).toBe(4))
    expect(handler).not.toHaveBeenCalled()
  })
})

test('a held call goes on when its time has come', async () => {
  const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '100/s' }), clock: manualClock(0) })
  limiter.check(PEER)
  await withEcho({ interceptors: [rateLimit({ limiter })] }, async ({ say }) => {
    expect(await say('later')).toMatchObject({ code: status.OK, answer: 'later' })
  })
})

test.each([
  [new SluiceError('ERR_STORE_TIMEOUT', 'slow'), 'throw', status.UNAVAILABLE],
  [new Error('a bug'), 'throw', status.INTERNAL],
  [new Error('a bug'), 'deny', status.UNAVAILABLE],
  [new Error('a bug'), 'allow', status.OK],
] as const)('%s with onFailure %s ends as status %i, and is told', async (error, onFailure, expected) => {
  const onError = vi.fn<(error: unknown) => void>()
  for (const fails of [() => Promise.reject(error), () => raise(error)]) {
    const options = { limiter: minuteLimiter(1), key: fails, onFailure, onError }
    const { code, details } = await outcomeOf(rateLimit(options))
    expect(code).toBe(expected)
    expect(details).not.toContain(error.message)
    expect(onError.mock.lastCall?.[0]).toBe(error)
  }
})

test('a store that is down is no fault of the client', async () => {
  const down: Limiter = minuteLimiter(1)
  const check = () => ({ ...down.check('x'), allowed: false, fallback: 'deny' as const, never: false })
  const { code } = await outcomeOf(rateLimit({ limiter: { ...bound(down), check } as Limiter }))
  expect(code).toBe(status.UNAVAILABLE)
})

test('metadata tells the client behind a trusted proxy', async () => {
  const limiter = minuteLimiter(5)
  const options: GrpcRateLimitOptions = {
    limiter,
    address: { source: 'x-forwarded-for', trusted: ['127.0.0.1'] },
  }
  await withEcho({ interceptors: [rateLimit(options)] }, async ({ say }) => {
    const metadata = new Metadata()
    metadata.add('x-forwarded-for', '192.0.2.7, 192.0.2.8')
    await say('hello', metadata)
    expect([remaining(limiter, '192.0.2.8'), remaining(limiter)]).toEqual([4, 5])
  })
})

function raise(error: Error): never {
  throw error
}

function bound(limiter: Limiter): Partial<Limiter> {
  return { limits: limiter.limits, peek: limiter.peek.bind(limiter), refund: limiter.refund.bind(limiter) }
}

async function outcomeOf(interceptor: ServerInterceptor): Promise<Outcome> {
  let outcome: Outcome | undefined
  await withEcho({ interceptors: [interceptor] }, async ({ say }) => {
    outcome = await say('hello')
  })
  return outcome as Outcome
}
