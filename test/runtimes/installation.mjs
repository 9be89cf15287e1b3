/** Installs the runtimes of package-lock.json when it has changed, and says so. Uses only what Node itself brings. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.mjs'

/** Where it fails, or npm has no program for this machine, a runtime is found missing by itself. */
export function ensureInstalled(folder) {
  const marker = `${folder}node_modules/.installed-from`
  const lock = readFileSync(`${folder}package-lock.json`)
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  const { devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const names = Object.entries(devDependencies).map(([name, version]) => `${name} ${version}`)
  process.stderr.write(`Installing ${names.join(', ')} into ${relative(root, folder)} (npm ci) ...\n`)
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefix', folder, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, stdio: ['ignore', 2, 2] },
  )
  if (status === 0) writeFileSync(marker, wanted)
  else process.stderr.write(`npm ci failed in ${relative(root, folder)}.\n`)
}
