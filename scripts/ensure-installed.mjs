// Installs the locked dependencies when they are missing or stale, and says so. Uses only what Node itself brings.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const marker = `${root}node_modules/.installed-from`
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .update(process.versions.modules)
  .digest('hex')

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
  process.stderr.write('Installing the packages of package-lock.json (npm ci) ...\n')
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(marker, wanted)
}
