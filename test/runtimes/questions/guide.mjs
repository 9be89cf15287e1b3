/** The servers of the guide, as people copy them. */
import { readFileSync } from 'node:fs'
import { exchange } from '../exchange.mjs'
import { root } from '../paths.mjs'
import { faultsOf, responsesTo } from './ask.mjs'

const guide = readFileSync(`${root}docs/guides/runtimes.md`, 'utf8')

const BURST = 20

/** The blocks of code under the heading of a runtime. */
export function codeFor(runtime) {
  const [, part = ''] = guide.split(`\n## ${runtime}\n`)
  const [own] = part.split('\n## ')
  const blocks = [...own.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code)
  if (blocks.length === 0) throw new Error(`docs/guides/runtimes.md has no code under "## ${runtime}".`)
  return blocks
}

/** It greets, tells of its limit, and refuses one of very many. */
export async function guideFaults(port, path = '/') {
  const first = await exchange(port, { path })
  const found = [first.status, first.body, first.headers['ratelimit-policy']].join(' ')
  const wanted = `200 hello\n "api";q=${BURST};w=4`
  if (found !== wanted) return [`It answers ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`]
  for (let sent = 0; sent < 10 * BURST; sent++) {
    const { status } = await exchange(port, { path })
    if (status === 429) return []
  }
  return [`It refuses none of ${10 * BURST} requests`]
}

/** The limit before all routes of Next.js that match: its headers are on their responses, and its refusals are whole. */
export async function proxyFaults(port) {
  const requests = Array.from({ length: 3 }, () => ({
    path: '/account/81',
    headers: ['X-Real-IP', '192.0.2.1'],
  }))
  const first = { status: 404, 'ratelimit-policy': '"account";q=2;w=3600' }
  const refused = { status: 429, 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  const question = { requests, wanted: [first, { status: 404 }, refused] }
  return faultsOf(question, await responsesTo(port, question))
}
