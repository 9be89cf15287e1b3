/** Next.js, whose routes are handlers of the Fetch standard; in development, for a build takes a minute. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { launch } from '../launch.mjs'
import { here } from '../paths.mjs'
import { codeFor } from '../questions/guide.mjs'

const folder = `${here}next/`

export const next = {
  name: 'Next.js',
  folder,
  tellsPeer: false,
  apps: ['fetch'],
  greetsAt: '/hello',
  hasProxy: true,
  version: () => JSON.parse(readFileSync(`${folder}node_modules/next/package.json`, 'utf8')).version,
  start: startNext,
  startServer: startNext,
}

/** With the route and the proxy of the guide beside the application that all runtimes have. */
function startNext() {
  const [route, proxy] = codeFor('Next.js')
  rmSync(`${folder}.next`, { recursive: true, force: true })
  mkdirSync(`${folder}app/hello`, { recursive: true })
  writeFileSync(`${folder}app/hello/route.js`, route)
  writeFileSync(`${folder}proxy.js`, proxy)
  const args = ['node_modules/next/dist/bin/next', 'dev', '--hostname', '127.0.0.1', '--port', '0']
  return launch(process.execPath, args, { cwd: folder })
}
