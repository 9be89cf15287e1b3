/** The recipes in examples/ for tRPC and for GraphQL, as servers of their own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { buildSchema, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from './adapters/post-query.ts'
import { send } from './adapters/send.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An example in a process of its own, on a free port, for as long as the tests of a block run. */
function serverOf(file: string): { readonly port: number } {
  const running = { port: 0 }
  let child: ChildProcess | undefined
  beforeAll(async () => {
    const started = spawn(process.execPath, [`${root}examples/${file}`], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    const [line] = (await once(started.stdout, 'data')) as [Buffer]
    running.port = Number(new URL(line.toString().trim()).port)
  })
  afterAll(async () => {
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  return running
}

/** How long it takes to get there is the machine's affair. */
function isBetween(least: number, value: number, most: number): boolean {
  return least <= value && value <= most
}

describe('tRPC', () => {
  const running = serverOf('trpc/server.js')

  /** Untyped, as the router is in a file of JavaScript. */
  interface Procedures {
    greeting: { query(): Promise<string> }
    login: { mutate(password: string): Promise<string> }
  }
  const clientOf = () => {
    const links = [httpBatchLink({ url: `http://127.0.0.1:${running.port}` })]
    return createTRPCClient<never>({ links }) as unknown as Procedures
  }

  test('tells where the client stands', async () => {
    const { body, header } = await send(running.port, { path: '/greeting' })
    expect(JSON.parse(body)).toEqual({ result: { data: 'hello' } })
    expect(header('RateLimit')).toMatch(/^"api";r=19;t=\d$/)
  })

  test('refuses those who guess, each guess of a batch for itself, and nobody else', async () => {
    const client = clientOf()
    const guess = (password: string) =>
      client.login.mutate(password).then(
        (answer) => answer,
        (error: unknown) => (error as { readonly data: object }).data,
      )
    expect(await guess('open sesame')).toBe('welcome')
    const batch = await Promise.all(['a', 'b', 'c', 'd', 'open sesame'].map(guess))
    expect(batch).toMatchObject([
      { code: 'UNAUTHORIZED', httpStatus: 401 },
      { code: 'UNAUTHORIZED' },
      { code: 'UNAUTHORIZED' },
      { code: 'TOO_MANY_REQUESTS', httpStatus: 429, retryAfterSeconds: expect.any(Number) as number },
      { code: 'TOO_MANY_REQUESTS' },
    ])
    const { status, body, header } = await send(running.port, {
      path: '/login',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '"open sesame"',
    })
    expect([status, isBetween(1, Number(header('Retry-After')), 900)]).toEqual([429, true])
    expect(header('RateLimit')).toMatch(/"api";r=\d+;t=\d, "login";r=0;t=\d+$/)
    expect(header('Content-Type')).toBe('application/json')
    expect(JSON.parse(body)).toMatchObject({ error: { data: { code: 'TOO_MANY_REQUESTS' } } })
    expect(await client.greeting.query()).toBe('hello')
  })
})

describe('GraphQL', () => {
  const running = serverOf('graphql/server.js')

  test('charges a query for what it asks for, before it is executed', async () => {
    const cheap = await post(running.port, '{ people(first: 2) { name } }')
    expect(cheap.answer.data).toEqual({ people: [{ name: 'Ann' }, { name: 'Ann' }] })
    expect(cheap.header('RateLimit')).toBe('"graphql";r=997;t=1')
    const dear = await post(running.port, '{ people(first: 30) { friends(first: 30) { name } } }')
    expect(dear.status).toBe(200)
    const refused = await post(running.port, '{ people(first: 30) { friends(first: 30) { name } } }')
    expect(refused.status).toBe(429)
    expect(isBetween(1, Number(refused.header('Retry-After')), 52)).toBe(true)
    expect(refused.answer.data).toBeUndefined()
    expect(refused.answer.errors).toMatchObject([{ extensions: { code: 'TOO_MANY_REQUESTS', cost: 931 } }])
  })

  test('refuses for good what could never be paid, and charges nothing for what is not valid', async () => {
    const { status, answer, header } = await post(running.port, '{ people(first: 1000000) { name } }')
    expect([status, header('Retry-After')]).toEqual([429, undefined])
    expect(answer.errors).toMatchObject([{ extensions: { retryAfterSeconds: null } }])
    for (const query of ['{ people', '{ nobody }', '{ ...a } fragment a on Query { ...a }']) {
      const invalid = await post(running.port, query)
      expect(invalid.answer.errors?.length).toBeGreaterThan(0)
      expect(invalid.header('RateLimit')).toBeUndefined()
    }
  })
})

describe('the cost of a query', async () => {
  const { queryCost } = (await import(
    /* @vite-ignore */ new URL('../../examples/graphql/query-cost.js', import.meta.url).href
  )) as {
    queryCost: (schema: GraphQLSchema, document: DocumentNode, options?: object) => number
  }
  const schema = buildSchema(`
    type Query { me: Person, people(first: Int = 5): [Person!]!, all: [Person], page(first: Int): Page }
    type Page { total: Int, edges: [Edge] }
    type Edge { node: Person }
    interface Named { name: String }
    type Person implements Named { name: String, friends(first: Int, last: Int): [Person] }
  `)
  const cost = (query: string, options?: object) => queryCost(schema, parse(query), options)

  test.each([
    ['a field', '{ me { name } }', 2],
    ['the same field by other names', '{ a: me { name } b: me { name } }', 4],
    ['a list of a size', '{ people(first: 3) { name } }', 4],
    ['a list of the size that the schema gives', '{ people { name } }', 6],
    ['a list of no known size', '{ all { name } }', 11],
    ['lists in lists', '{ people(first: 3) { friends(last: 4) { name } } }', 1 + 3 * (1 + 4)],
    ['a connection', '{ page(first: 3) { total edges { node { name } } } }', 1 + 1 + 1 + 3 * 2],
    ['an inline fragment', '{ me { ... on Named { name } ... { name } } }', 3],
    [
      'a fragment',
      '{ people(first: 2) { ...p } } fragment p on Person { name friends(first: 2) { name } }',
      9,
    ],
    ['what is known of a schema itself', '{ __schema { types { name } } __typename }', 4],
    [
      'sizes that are none',
      '{ people(first: -5) { name } all { friends(first: 0) { name } } }',
      2 + 1 + 10 * 2,
    ],
  ])('%s', (_, query, units) => {
    expect(cost(query)).toBe(units)
  })

  test('follows variables and their defaults, and the operation that is meant', () => {
    const query = 'query a { me { name } } query b($n: Int = 7) { people(first: $n) { name } }'
    expect(cost(query)).toBe(2)
    expect(cost(query, { operationName: 'b' })).toBe(8)
    expect(cost(query, { operationName: 'b', variables: { n: 20 } })).toBe(21)
  })

  test('is found at once for fragments that double and double, and is never more than can be charged', () => {
    const fragments = Array.from(
      { length: 100 },
      (_, index) => `fragment f${index} on Person { ...f${index + 1} ...f${index + 1} }`,
    )
    const query = `{ me { ...f0 } } ${fragments.join(' ')} fragment f100 on Person { name }`
    expect(cost(query)).toBe(Number.MAX_SAFE_INTEGER)
  })
})
