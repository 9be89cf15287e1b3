/** The servers of the guide, as people copy them. */
import { readFileSync } from 'node:fs'
import { exchange } from '../exchange.mjs'
import { root } from '../paths.mjs'

const guide = readFileSync(`${root}docs/guides/runtimes.md`, 'utf8')

const BURST = 20

/** The code under the heading of a runtime. */
export function serverFor(runtime) {
  const code = new RegExp(`^## ${runtime}\n.*?^\`\`\`js\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1]
  if (code === undefined) throw new Error(`docs/guides/runtimes.md has no server under "## ${runtime}".`)
  return code
}

/** It greets, tells of its limit, and refuses one of very many. */
export async function guideFaults(port) {
  const first = await exchange(port, { path: '/' })
  const found = [first.status, first.body, first.headers['ratelimit-policy']].join(' ')
  const wanted = `200 hello\n "api";q=${BURST};w=4`
  if (found !== wanted) return [`It answers ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`]
  for (let sent = 0; sent < 10 * BURST; sent++) {
    const { status } = await exchange(port, { path: '/' })
    if (status === 429) return []
  }
  return [`It refuses none of ${10 * BURST} requests`]
}
