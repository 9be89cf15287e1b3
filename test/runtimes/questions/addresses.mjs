/** Whose allowance a request uses, by the connection or by what a proxy or a platform writes. */

const PEER = '127.0.0.1'
const many = (times, name, value) => Array.from({ length: times }, () => [name, value]).flat()

/** A request and the key that it must be charged to. */
const forwarded = [
  [['X-Forwarded-For', '203.0.113.5, 192.0.2.7'], '192.0.2.7'],
  [['X-Forwarded-For', '203.0.113.5', 'X-Forwarded-For', '192.0.2.8'], '192.0.2.8'],
  [['X-Forwarded-For', '192.0.2.9, 127.0.0.1'], '192.0.2.9'],
  [['X-Forwarded-For', '2001:db8:1:2::3'], '2001:db8:1::/56'],
  [[], PEER],
]

const hostile = [
  [['X-Forwarded-For', `${'10.0.0.1,'.repeat(500)}192.0.2.10`], '192.0.2.10'],
  [['X-Forwarded-For', '192.0.2.11, \u00ff\u00fe\u00c0\u00af'], PEER],
  [['X-Forwarded-For', '192.0.2.12, 0x7f.1'], PEER],
  [['X-Forwarded-For', ',,, , ,'], PEER],
  [['X-Forwarded-For', '192.0.2.13 RateLimit: "x";r=9'], PEER],
]

export const addressQuestions = [
  {
    name: 'the address of the peer',
    asks: 'peer',
    requests: [{ path: '/peer', headers: ['X-Forwarded-For', '192.0.2.1', 'CF-Connecting-IP', '192.0.2.1'] }],
    wanted: [{ status: 200, key: PEER }],
  },
  {
    name: 'X-Forwarded-For behind a trusted proxy',
    asks: 'peer',
    ...sent('/forwarded', forwarded),
  },
  {
    name: 'X-Forwarded-For of hostile clients',
    asks: 'peer',
    ...sent('/forwarded', hostile),
  },
  {
    // Runtimes differ in how many headers they take. None may take a client's own word for its proxy's.
    name: 'very many lines of X-Forwarded-For',
    asks: 'peer',
    mayDiffer: true,
    requests: [150, 300, 3000].map((lines) => ({
      path: '/forwarded',
      headers: [...many(lines, 'X-Forwarded-For', '10.0.0.9'), 'X-Forwarded-For', '192.0.2.14'],
    })),
    wanted: Array.from({ length: 3 }, () => ({ keyOrRefused: [PEER, '192.0.2.14'] })),
  },
  {
    name: 'one allowance for all without an address',
    asks: 'no peer',
    requests: [{ path: '/peer' }, { path: '/peer', headers: ['X-Forwarded-For', '192.0.2.1'] }],
    wanted: [
      { status: 200, key: 'unknown' },
      { status: 200, key: 'unknown' },
    ],
  },
  {
    name: 'cf-connecting-ip',
    ...sent('/platform', [
      [['CF-Connecting-IP', '192.0.2.2'], '192.0.2.2'],
      [['CF-Connecting-IP', '2001:db8::1'], '2001:db8::/56'],
    ]),
  },
  {
    // It names nobody then: the peer counts, where there is one.
    name: 'cf-connecting-ip twice',
    mayDiffer: true,
    requests: [
      { path: '/platform', headers: ['CF-Connecting-IP', '192.0.2.3', 'CF-Connecting-IP', '192.0.2.4'] },
    ],
    wanted: [{ status: 200, keyOrRefused: [PEER, 'unknown'] }],
  },
]

function sent(path, cases) {
  return {
    requests: cases.map(([headers]) => ({ path, headers })),
    wanted: cases.map(([, key]) => ({ status: 200, key })),
  }
}
