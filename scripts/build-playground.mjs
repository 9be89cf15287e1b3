// Builds the playground for the service, unless what is there is newer than everything it is made of.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}packages/server/assets/playground/index.html`
const sources = ['packages/playground', 'packages/sluice/src', 'package-lock.json']
const { scripts } = JSON.parse(readFileSync(`${root}packages/playground/package.json`, 'utf8'))

if (scripts?.build !== undefined && !isUpToDate()) {
  const args = ['run', '--silent', 'build', '--workspace', '@sluice/playground']
  const { status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  process.exitCode = status ?? 1
}

function isUpToDate() {
  const builtMs = existsSync(built) ? statSync(built).mtimeMs : 0
  return sources.every((source) => newestMs(root + source) < builtMs)
}

/** When the file, or the last of those in a folder, was changed; a folder is also changed when one of its files goes. */
function newestMs(path) {
  const state = statSync(path)
  if (!state.isDirectory()) return state.mtimeMs
  const inside = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules')
  return Math.max(state.mtimeMs, ...inside.map((name) => newestMs(join(path, name))))
}
