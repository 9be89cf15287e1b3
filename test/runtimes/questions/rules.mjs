/** Which requests are charged, for whom and how much, and what clients are told of it; the same over both adapters. */

const policy = (limit, name = 'default') => `"${name}";q=${limit};w=60`
const standing = (left, name = 'default') => `"${name}";r=${left};t=60`
const problemType = 'application/problem+json'

/** Each sends its requests one after the other; `wanted` has what must be in their responses. */
export const ruleQuestions = [
  {
    name: 'allowed, then refused',
    requests: [{ path: '/refused' }, { path: '/refused' }, { path: '/refused', method: 'HEAD' }],
    wanted: [
      { status: 200, ratelimit: standing(0, 'login'), 'ratelimit-policy': policy(1, 'login') },
      { status: 429, 'retry-after': '60', 'content-type': problemType, 'cache-control': 'no-store' },
      { status: 429, 'retry-after': '60', body: '' },
    ],
  },
  {
    name: 'more than can ever be granted',
    requests: [{ path: '/never' }],
    wanted: [{ status: 429, 'retry-after': undefined, 'content-type': problemType }],
  },
  {
    name: 'the form that the client accepts',
    requests: [{ path: '/text', headers: ['Accept', 'text/plain'] }],
    wanted: [{ status: 429, 'content-type': 'text/plain; charset=utf-8' }],
  },
  {
    name: 'two rules as one decision',
    requests: [{ path: '/together' }, { path: '/together' }, { path: '/together' }],
    wanted: [
      { status: 200, ratelimit: `${standing(8, 'wide')}, ${standing(0, 'narrow')}` },
      { status: 429, ratelimit: `${standing(8, 'wide')}, ${standing(0, 'narrow')}` },
      { status: 429, ratelimit: `${standing(8, 'wide')}, ${standing(0, 'narrow')}` },
    ],
  },
  {
    name: 'shadow mode',
    requests: [{ path: '/shadow' }, { path: '/shadow' }],
    wanted: [
      { status: 200, ratelimit: standing(8, 'now') },
      { status: 200, ratelimit: standing(7, 'now') },
    ],
  },
  {
    name: 'skip',
    requests: [
      { path: '/skip', headers: ['X-Internal', 'yes'] },
      { path: '/skip' },
      { path: '/skip', headers: ['X-Internal', 'yes'] },
      { path: '/skip' },
    ],
    wanted: [
      { status: 200, ratelimit: undefined },
      { status: 200, ratelimit: standing(0) },
      { status: 200, ratelimit: undefined },
      { status: 429 },
    ],
  },
  {
    name: 'cost, where 0 only looks',
    requests: ['7', '0', '4', '3'].map((cost) => ({ path: '/cost', headers: ['X-Cost', cost] })),
    wanted: [{ status: 200 }, { status: 200, ratelimit: standing(3) }, { status: 429 }, { status: 200 }],
  },
  {
    name: 'a key that comes later',
    requests: [{ path: '/later' }, { path: '/later' }],
    wanted: [{ ratelimit: standing(8) }, { ratelimit: standing(7) }],
  },
  {
    name: 'a plan that changes',
    requests: ['small', 'small', 'small', 'large'].map((plan) => ({
      path: '/plan',
      headers: ['X-Plan', plan],
    })),
    wanted: [
      { status: 200, 'ratelimit-policy': policy(2) },
      { status: 200 },
      { status: 429 },
      { status: 200, 'ratelimit-policy': policy(5), ratelimit: standing(2) },
    ],
  },
  {
    name: 'settled after the response',
    requests: [{ path: '/settle' }, { path: '/settle' }],
    wanted: [{ ratelimit: standing(4) }, { ratelimit: standing(2) }],
  },
  {
    name: 'failures alone',
    requests: ['200', '401', '200', '200'].map((status) => ({
      path: '/failures',
      headers: ['X-Status', status],
    })),
    wanted: [
      { status: 200, ratelimit: standing(8) },
      { status: 401, ratelimit: standing(8) },
      { status: 200, ratelimit: standing(7) },
      { status: 200, ratelimit: standing(7) },
    ],
  },
  {
    name: 'held back for a while',
    requests: [{ path: '/slow' }, { path: '/slow' }],
    wanted: [
      { status: 200, ratelimit: standing(8) },
      { status: 200, ratelimit: standing(7) },
    ],
  },
  {
    name: 'several dialects',
    requests: [{ path: '/dialects' }],
    wanted: [{ status: 200, 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '8' }],
  },
  {
    name: 'partition keys',
    requests: [{ path: '/partition' }],
    wanted: [{ status: 200 }],
  },
  {
    name: 'HEAD, OPTIONS and preflights',
    requests: [
      { path: '/methods', method: 'OPTIONS', headers: ['Access-Control-Request-Method', 'POST'] },
      { path: '/methods', method: 'HEAD' },
      { path: '/methods', method: 'OPTIONS' },
      { path: '/methods', method: 'POST', body: 'text' },
    ],
    wanted: [
      { status: 200, ratelimit: undefined },
      { ratelimit: standing(8) },
      { ratelimit: standing(7) },
      { ratelimit: standing(6) },
    ],
  },
]
