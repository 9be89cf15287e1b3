import { describe, expect, test } from 'vitest'
import { PolicyError, type PolicyFault } from './policy-error.ts'
import { readPolicy } from './read-policy.ts'

function faultsOf(text: string): readonly PolicyFault[] {
  try {
    readPolicy(text)
  } catch (error) {
    if (error instanceof PolicyError) return error.faults
    throw error
  }
  return []
}

/** A policy with one rule, of which one member is given. */
function withRule(member: string): string {
  const [name = ''] = member.split(':')
  const others = ['name: api', 'key: [client]', 'limits: [gcra: { burst: 5, rate: 5/s }]']
  const lines = [member, ...others.filter((each) => !each.startsWith(`${name}:`))]
  return `version: 1\nrules:\n  - ${lines.join('\n    ')}\n`
}

function withLimit(limit: string): string {
  return withRule(`limits: [${limit}]`)
}

const design = `version: 1
rules:
  - name: api                       # the name that headers, metrics and logs show
    match: { path: /api/** }
    key: [header.X-Api-Key]
    limits:
      - token-bucket: { capacity: 20, rate: 5/s }
      - fixed-window: { limit: 1000000, window: month, timeZone: UTC }
  - name: login
    match: { method: POST, path: [/login, /signin] }
    key: [account, client]
    count: failures
    onStoreFailure: deny
    limits:
      - sliding-log: { limit: 5, window: 15m }
  - name: sms
    match: { path: /sms, tier: 3 }
    key: []
    mode: shadow
    limits:
      - { name: slow, leaky-bucket: { size: 100, rate: 50/s } }
      - leaky-bucket: { queue: 500, rate: { amount: 1, periodMs: 50 } }
      - leaky-bucket: { queue: 999, rate: 1/s }
`

describe('a policy without faults', () => {
  test('is read as it says, with what it leaves out', () => {
    const { version, rules } = readPolicy(design)
    expect(version).toBe(1)
    const [api, login, sms] = rules
    expect(api).toMatchObject({
      name: 'api',
      match: { path: ['/api/**'] },
      key: ['header.x-api-key'],
      count: 'all',
      onStoreFailure: 'local',
      mode: 'enforce',
    })
    expect(api?.limits.map(({ name, limit }) => [name, limit.summary])).toEqual([
      ['token-bucket', 'a capacity of 20 at 5 per 1000 ms'],
      ['fixed-window', '1000000 a month of the calendar in UTC'],
    ])
    expect(login).toMatchObject({
      match: { method: ['POST'], path: ['/login', '/signin'] },
      key: ['account', 'client'],
      count: 'failures',
      onStoreFailure: 'deny',
    })
    expect(sms).toMatchObject({ match: { path: ['/sms'], tier: ['3'] }, key: [], mode: 'shadow' })
    expect(sms?.limits.map(({ name }) => name)).toEqual(['slow', 'leaky-bucket', 'leaky-bucket-2'])
  })

  test('may be JSON, indented with tabs', () => {
    const rule = { name: 'api', key: 'client', limits: [{ gcra: { burst: 5, rate: '5/s' } }] }
    const { rules } = readPolicy(JSON.stringify({ version: 1, rules: [rule] }, null, '\t'))
    expect(rules).toMatchObject([{ name: 'api', match: {}, key: ['client'] }])
  })

  test('may use an anchor', () => {
    const text = `${withLimit('gcra: &five { burst: 5, rate: 5/s }')}  - { name: b, key: [], limits: [token-bucket: { <<: 1 }] }`
    expect(faultsOf(text).map(({ path }) => path)).toContain('rules[1].limits[0].token-bucket["<<"]')
    const aliased = `${withLimit('gcra: &five { burst: 5, rate: 5/s }')}  - { name: b, key: [user], limits: [gcra: *five] }`
    expect(readPolicy(aliased).rules[1]?.limits[0]?.limit.rule.limit).toBe(5)
  })
})

test('all faults are told at once, each at its place, in the order of the file', () => {
  const text = `version: 2
rulez: []
rules:
  - name: api
    match: { path: api/**, mehtod: GET }
    key: [client, cleint]
    mode: Shadow
    limits:
      - token-bucket: { capacity: 0, rate: 2.5/s, burst: 3 }
`
  const faults = faultsOf(text)
  expect(faults.map(({ line, column, code, path }) => [line, column, code, path])).toEqual([
    [1, 10, 'wrong-value', 'version'],
    [2, 1, 'unknown-key', 'rulez'],
    [5, 20, 'never-matches', 'rules[0].match.path'],
    [5, 28, 'unknown-key', 'rules[0].match.mehtod'],
    [6, 19, 'unknown-key', 'rules[0].key[1]'],
    [7, 11, 'wrong-value', 'rules[0].mode'],
    [9, 35, 'wrong-value', 'rules[0].limits[0].token-bucket.capacity'],
    [9, 44, 'wrong-value', 'rules[0].limits[0].token-bucket.rate'],
    [9, 51, 'unknown-key', 'rules[0].limits[0].token-bucket.burst'],
  ])
  expect(() => readPolicy(text)).toThrow(
    /^The policy cannot be used:\n1:10: version cannot be 2; write version: 1\n/,
  )
  for (const { message, remedy } of faults) {
    expect(message).not.toMatch(/[.;]$/)
    expect(remedy).toMatch(/^(write|did you mean|keep|leave) /)
  }
})

test.each([
  // The file as a whole.
  ['', 'empty', 'version: 1'],
  ['# nothing\n', 'empty', 'version: 1'],
  ['null', 'empty', 'version: 1'],
  ['[]', 'wrong-type', 'version, rules'],
  ['version: 1', 'missing-key', 'rules'],
  ['version: "1"\nrules: []', 'wrong-value', 'version: 1'],
  ['version: 1\nrules: []', 'empty', 'at least one'],
  ['version: 1\nrules: { name: api }', 'wrong-type', '- name:'],
  [`${withRule('name: a')}---\nversion: 1\n`, 'syntax', 'a file of its own'],
  [`%YAML 1.1\n---\n${withRule('name: a')}`, 'syntax', 'YAML 1.2'],
  ['version: 1\nrules:\n\t- name: a', 'syntax', 'blanks'],
  ['version: 1\nrules: [', 'syntax', 'indent'],
  ['version: 1\nrules: "', 'syntax', 'quote'],
  ['version: 1\nrules: @a', 'syntax', 'quotes'],
  ['version: 1\nrules: *a', 'syntax', 'the value itself'],
  ['version: !v 1\nrules: []', 'syntax', 'tag'],
  ['version: 1\nversion: 1\nrules: []', 'duplicate', 'keep one'],
  ['? [a]\n: b\nversion: 1\nrules: []', 'wrong-type', 'a word'],
  // Rules.
  ['version: 1\nrules: [a]', 'wrong-type', 'name'],
  [withRule('nmae: api'), 'unknown-key', 'name?'],
  [withRule('name: a b'), 'wrong-value', 'letters'],
  [withRule('name: 5'), 'wrong-type', '"5"'],
  [withRule(`name: ${'a'.repeat(65)}`), 'wrong-value', '64'],
  [
    `${withRule('key: [a]')}  - { name: API, key: [b], limits: [gcra: { burst: 1, rate: 1/s }] }`,
    'duplicate',
    'own name',
  ],
  [
    `${withLimit('name: b, gcra: { burst: 1, rate: 1/s }')}  - { name: api, key: [], limits: [] }`,
    'duplicate',
    'own name',
  ],
  [
    `${withRule('limits: [{ gcra: { burst: 5, rate: 5/s } }, { name: b-c, sliding-log: { limit: 6, window: 1h } }]')}  - { name: api-b-c, key: [x], limits: [gcra: { burst: 1, rate: 1/s }] }`,
    'duplicate',
    'another name',
  ],
  [withRule('key:'), 'wrong-type', '[]'],
  [withRule('key: [client, client]'), 'duplicate', 'keep one'],
  [withRule('key: [Client]'), 'unknown-key', 'client?'],
  [withRule('key: [users]'), 'unknown-key', 'user?'],
  [withRule('key: [headers.x-api-key]'), 'unknown-key', 'header.x-api-key'],
  [withRule('key: [header.]'), 'unknown-key', 'header.x-api-key'],
  [withRule('key: ["a b"]'), 'unknown-key', 'letters'],
  [withRule('key: [{ a: b }]'), 'wrong-type', 'client'],
  [withRule('count: failure'), 'wrong-value', 'failures?'],
  [withRule('onStoreFailure: closed'), 'wrong-value', 'local, deny or allow'],
  [withRule('mode: off'), 'wrong-value', 'enforce or shadow'],
  // What they match.
  [withRule('match: /api'), 'wrong-type', 'path'],
  [withRule('match: { path: [] }'), 'never-matches', 'leave path out'],
  [withRule('match: { path: }'), 'wrong-type', 'pattern'],
  [withRule('match: { path: api }'), 'never-matches', '/api'],
  [withRule('match: { path: "https://a.example/api" }'), 'never-matches', 'write /api'],
  [withRule('match: { path: "/api?x=*" }'), 'never-matches', 'write /api,'],
  [withRule('match: { path: /a//b }'), 'never-matches', 'write /a/b'],
  [withRule('match: { path: /a/../b }'), 'never-matches', 'write /a/b'],
  [withRule('match: { path: /a** }'), 'never-matches', '**'],
  [withRule('match: { path: "/users/:id/x" }'), 'never-matches', '/users/*/x'],
  [withRule('match: { path: "/users/{id}" }'), 'never-matches', '/users/*'],
  [withRule('match: { path: [/a, /a] }'), 'duplicate', 'keep one'],
  [withRule('match: { paht: /a }'), 'unknown-key', 'path?'],
  [withRule('match: { header.A: x, header.a: y }'), 'duplicate', 'one list'],
  [withRule('match: { method: GTE }'), 'never-matches', 'GET?'],
  [withRule('match: { method: "" }'), 'never-matches', 'POST'],
  [withRule('match: { method: "GET POST" }'), 'never-matches', '[POST, PUT]'],
  [withRule('match: { host: "https://a.example" }'), 'never-matches', 'a.example'],
  [withRule('match: { host: "a.example:80" }'), 'never-matches', 'a.example'],
  [withRule('match: { host: a**.example }'), 'never-matches', '**'],
  [withRule('match: { client: 10.0.0.0/8 }'), 'never-matches', '10.*'],
  // Limits.
  [withRule('limits: []'), 'wrong-type', 'token-bucket'],
  [withRule('limits: { gcra: { burst: 1, rate: 1/s } }'), 'wrong-type', 'a list'],
  [withLimit('5/s'), 'wrong-type', 'token-bucket'],
  [withLimit('{ name: a }'), 'missing-key', 'algorithm'],
  [
    withLimit('{ gcra: { burst: 1, rate: 1/s }, token-bucket: { capacity: 1, rate: 1/s } }'),
    'wrong-value',
    '"- token-bucket:"',
  ],
  [withLimit('tokenBucket: { capacity: 1, rate: 1/s }'), 'unknown-key', 'token-bucket?'],
  [withLimit('sliding_window: { limit: 1, window: 1s }'), 'unknown-key', 'sliding-window-counter?'],
  [withLimit('gcra: 5/s'), 'wrong-type', 'burst, rate'],
  [withLimit('gcra: { burst: 5 }'), 'missing-key', 'rate: 5/s'],
  [withLimit('gcra: { burst: 5, rte: 5/s, rate: 5/s }'), 'unknown-key', 'rate?'],
  [withLimit('gcra: { burst: 0, rate: 5/s }'), 'wrong-value', 'at least 1'],
  [withLimit('gcra: { burst: -1, rate: 5/s }'), 'wrong-value', 'at least 1'],
  [withLimit('gcra: { burst: 1.5, rate: 5/s }'), 'wrong-value', 'whole'],
  [withLimit('gcra: { burst: .nan, rate: 5/s }'), 'wrong-value', 'whole'],
  [withLimit('gcra: { burst: .inf, rate: 5/s }'), 'wrong-value', '9007199254740991'],
  [withLimit('gcra: { burst: 9007199254740993, rate: 5/s }'), 'wrong-value', '9007199254740991'],
  [withLimit('gcra: { burst: "5", rate: 5/s }'), 'wrong-type', 'write 5'],
  [withLimit('gcra: { burst: 1_000, rate: 5/s }'), 'wrong-type', 'write 1000'],
  [withLimit('gcra: { burst: yes, rate: 5/s }'), 'wrong-type', 'whole'],
  [withLimit('gcra: { burst: [5], rate: 5/s }'), 'wrong-type', 'whole'],
  [withLimit('gcra: { burst: 5, rate: 5 }'), 'wrong-type', '5/s'],
  [withLimit('gcra: { burst: 5, rate: 0/s }'), 'wrong-value', '5/s'],
  [withLimit('gcra: { burst: 5, rate: 5 per s }'), 'wrong-value', '5/s'],
  [withLimit('gcra: { burst: 5, rate: 0.5/s }'), 'wrong-value', 'write 5/10s'],
  [withLimit('gcra: { burst: 5, rate: 1/0.5s }'), 'wrong-value', '5/s'],
  [withLimit('gcra: { burst: 5, rate: { amount: 1 } }'), 'missing-key', 'periodMs'],
  [withLimit('gcra: { burst: 5, rate: { amount: 1, periodMs: 0 } }'), 'wrong-value', 'at least 1'],
  [withLimit('gcra: { burst: 5, rate: 9973/s }'), 'inexact', 'tokenBucket'],
  [withLimit('token-bucket: { capacity: 9007199254740991, rate: 1/d }'), 'inexact', 'lower the capacity'],
  [withLimit('sliding-window-counter: { limit: 900719925474099, window: 4w }'), 'inexact', 'shorter window'],
  [withLimit('sliding-log: { limit: 5, window: day }'), 'wrong-value', '24h'],
  [withLimit('sliding-log: { limit: 5, window: 15 minutes }'), 'wrong-value', '15m'],
  [withLimit('sliding-log: { limit: 5, window: 0 }'), 'wrong-type', '15m'],
  [withLimit('fixed-window: { limit: 5, window: months }'), 'wrong-value', 'month'],
  [
    withLimit('fixed-window: { limit: 5, window: month, timeZone: Mars/Olympus }'),
    'wrong-value',
    'Europe/Berlin',
  ],
  [withLimit('fixed-window: { limit: 5, window: 1h, timeZone: UTC }'), 'wrong-value', 'leave timeZone out'],
  [withLimit('fixed-window: { limit: 5, window: day, align: epoch }'), 'wrong-value', 'leave align out'],
  [withLimit('fixed-window: { limit: 5, window: 1h, align: first }'), 'wrong-value', 'first-request'],
  [withLimit('leaky-bucket: { rate: 5/s }'), 'missing-key', 'size'],
  [withLimit('leaky-bucket: { size: 5, queue: 5, rate: 5/s }'), 'wrong-value', 'queue'],
  [
    withRule(
      'limits: [{ name: a, gcra: { burst: 5, rate: 5/s } }, { name: A, sliding-log: { limit: 9, window: 10s } }]',
    ),
    'duplicate',
    'another name',
  ],
  // Limits and rules that do nothing.
  [
    withRule('limits: [sliding-log: { limit: 5, window: 1m }, sliding-log: { limit: 5, window: 1s }]'),
    'never-refuses',
    'lower it',
  ],
  [
    withRule('limits: [gcra: { burst: 5, rate: 5/s }, gcra: { burst: 5, rate: 5/s }]'),
    'never-refuses',
    'leave it out',
  ],
  [
    `${withRule('match: { path: [/a, /b] }')}  - { name: b, match: { path: /b }, key: [user, client], limits: [gcra: { burst: 9, rate: 9/s }] }`,
    'never-refuses',
    'lower it',
  ],
])('%j is a fault of the kind %s', (text, code, words) => {
  const faults = faultsOf(text)
  const told = faults
    .filter((each) => each.code === code)
    .map(({ message, remedy }) => `${message}; ${remedy}`)
  expect(told.join('\n')).toContain(words)
})

test.each([
  [
    'another key',
    '  - { name: b, match: { path: /b }, key: [user], limits: [gcra: { burst: 9, rate: 9/s }] }',
  ],
  [
    'other requests',
    '  - { name: b, match: { method: PUT }, key: [client], limits: [gcra: { burst: 9, rate: 9/s }] }',
  ],
  [
    'a slower rate',
    '  - { name: b, match: { path: /b }, key: [client], limits: [gcra: { burst: 9, rate: 1/s }] }',
  ],
])('a looser limit has an effect with %s', (_, rule) => {
  expect(faultsOf(withRule('match: { path: [/a, /b] }') + rule)).toEqual([])
})

test.each([
  ['a limit on trial', 'mode: shadow'],
  ['a limit that gives back what succeeds', 'count: failures'],
])('%s does not stand before another', (_, member) => {
  const rule = '  - { name: b, key: [client], limits: [gcra: { burst: 9, rate: 9/s }] }'
  expect(faultsOf(withRule(member) + rule)).toEqual([])
})

describe('hostile files end quickly, with a fault', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]},`.repeat(9)}]`),
  ].join('\n')
  test.each([
    ['a text of over a million characters', `# ${'x'.repeat(1_100_000)}`, 'too-large'],
    ['lists in lists', '['.repeat(100_000), 'too-large'],
    ['maps in maps', '{a: '.repeat(50_000), 'too-large'],
    ['lists in lists in one line', '- '.repeat(50_000), 'too-large'],
    ['keys in keys', '? '.repeat(50_000), 'too-large'],
    [
      'maps in maps, line by line',
      Array.from({ length: 1000 }, (__, depth) => `${' '.repeat(depth)}k:`).join('\n'),
      'too-large',
    ],
    ['aliases of aliases', `${bomb}\nversion: 1\nrules: *i`, 'too-large'],
    ['an alias within itself', 'version: 1\nrules: &r [*r]', 'too-large'],
    ['over a thousand rules', `version: 1\nrules: [${'{},'.repeat(1001)}]`, 'too-large'],
    ['over sixteen limits', withRule(`limits: [${'a,'.repeat(17)}]`), 'too-large'],
    ['bytes that are no text', '\0\u0001\ufffd'.repeat(1000), 'wrong-type'],
  ])('%s', (_, text, code) => {
    const faults = faultsOf(text)
    expect(faults.map((fault) => fault.code)).toContain(code)
    for (const { message } of faults) expect(message.length).toBeLessThan(500)
  })

  test('lines end as on Windows, and a mark of the byte order is no column', () => {
    const places = faultsOf('\ufeffversion: 2\r\nrules:\r\n  - 5\r\n').map(({ line, column }) => [
      line,
      column,
    ])
    expect(places).toEqual([
      [1, 10],
      [3, 5],
    ])
  })

  test('what cannot be read is told alone', () => {
    expect(faultsOf(withLimit('*nothing')).map(({ code }) => code)).toEqual(['syntax'])
    expect(faultsOf('version: 1\nrules: &r [*r]').map(({ code }) => code)).toEqual(['too-large'])
  })

  test('a file that is all wrong has a message of bearable length', () => {
    const text = `version: 1\nrules: [${'{},'.repeat(900)}]`
    const faults = faultsOf(text)
    expect(faults.length).toBe(2700)
    expect(() => readPolicy(text)).toThrow(/and 2680 more$/)
  })

  test('names of objects mean nothing', () => {
    const text = withRule('match: { __proto__: a, constructor: b, toString: c }')
    expect(Object.keys(readPolicy(text).rules[0]?.match ?? {})).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
    expect(faultsOf(withLimit('constructor: { burst: 1 }'))[0]?.code).toBe('unknown-key')
  })
})

test('something else than text is an error of the call', () => {
  expect(() => readPolicy(undefined as unknown as string)).toThrow(
    expect.objectContaining({ name: 'SluiceError', code: 'ERR_INVALID_OPTION' }),
  )
})

test('the error is one of the library, with a code', () => {
  const error = new PolicyError(faultsOf(''))
  expect(error).toMatchObject({ name: 'PolicyError', code: 'ERR_INVALID_POLICY', field: 'policy' })
  expect(error.message).toContain('1:1: the file is empty')
})
