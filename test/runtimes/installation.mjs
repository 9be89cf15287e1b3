/** Installs the runtimes of package-lock.json when it has changed, and says so. Uses only what Node itself brings. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { here } from './paths.mjs'

const marker = `${here}node_modules/.installed-from`

/** Whether all is there now; a runtime for which npm has no program here is found missing by itself. */
export function ensureRuntimes() {
  const lock = readFileSync(`${here}package-lock.json`)
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true
  const { devDependencies } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'))
  const names = Object.entries(devDependencies).map(([name, version]) => `${name} ${version}`)
  process.stderr.write(`Installing ${names.join(', ')} into test/runtimes (npm ci) ...\n`)
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefix', here, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: here, stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) return false
  writeFileSync(marker, wanted)
  return true
}
