/** The limits that both applications have, one a route, on clocks that stand still so that all runtimes answer alike. */
import { createLimiter, fixedWindow, manualClock } from 'sluice'
import { partitionKeys } from 'sluice/http'

const HOUR_MS = 3_600_000

function aMinute(limit) {
  return createLimiter({ limit: fixedWindow({ limit, window: '1m' }), clock: manualClock(0) })
}

/** `headerOf` reads a header of a request as the framework has it. */
export function routesWith(headerOf) {
  const plans = {
    small: fixedWindow({ limit: 2, window: '1m' }),
    large: fixedWindow({ limit: 5, window: '1m' }),
  }
  const [held, narrow] = [aMinute(9), aMinute(9)]
  /** Their clients share one allowance, so that it does not matter whether a runtime tells addresses. */
  const shared = {
    '/refused': { name: 'login', limiter: aMinute(1) },
    '/never': { limiter: aMinute(1), cost: 2 },
    '/text': { limiter: aMinute(1), cost: 2, format: ['problem', 'text'] },
    '/shadow': {
      rules: [
        { name: 'coming', limiter: aMinute(1), mode: 'shadow', key: 'all' },
        { name: 'now', limiter: aMinute(9), key: 'all' },
      ],
    },
    '/together': {
      rules: [
        { name: 'wide', limiter: aMinute(9), key: 'all' },
        { name: 'narrow', limiter: aMinute(1), key: 'all' },
      ],
    },
    '/skip': { limiter: aMinute(1), skip: (request) => headerOf(request, 'x-internal') === 'yes' },
    '/cost': { limiter: aMinute(10), cost: (request) => Number(headerOf(request, 'x-cost')) },
    '/later': { limiter: aMinute(9), key: () => Promise.resolve('all') },
    '/plan': { limiter: aMinute(9), limit: (request) => plans[headerOf(request, 'x-plan')] },
    '/settle': { limiter: aMinute(9), cost: 5, settle: () => 2 },
    '/failures': { limiter: aMinute(9), count: 'failures' },
    '/slow': { limiter: aMinute(9), slowDown: { delayAfter: 0, delayMs: 20, maxDelayMs: 20 } },
    '/held': { limiter: held, slowDown: { delayAfter: 0, delayMs: HOUR_MS, maxDelayMs: HOUR_MS } },
    '/held/left': { limiter: held, cost: 0 },
    '/narrow': {
      limiter: narrow,
      maxWaiting: 1,
      slowDown: { delayAfter: 0, delayMs: 1000, maxDelayMs: 1000 },
    },
    '/narrow/left': { limiter: narrow, cost: 0 },
    '/dialects': { limiter: aMinute(9), dialect: ['draft-11', 'legacy-delta'] },
    '/partition': { limiter: aMinute(9), partitionKey: partitionKeys('at least sixteen random bytes') },
    '/methods': { limiter: aMinute(9) },
  }
  return {
    ...Object.fromEntries(
      Object.entries(shared).map(([path, options]) => [
        path,
        'rules' in options ? options : { key: 'all', ...options },
      ]),
    ),
    '/peer': { limiter: aMinute(9) },
    '/forwarded': {
      limiter: aMinute(9999),
      address: { source: 'x-forwarded-for', trusted: ['loopback'] },
    },
    '/platform': { limiter: aMinute(9), address: { source: 'cf-connecting-ip', trustedHops: 1 } },
  }
}
