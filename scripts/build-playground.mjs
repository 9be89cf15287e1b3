// Builds the playground for the service, with a compressed copy of each file, unless what is there is newer than
// everything it is made of.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}packages/server/assets/playground`
const built = join(folder, 'index.html.gz')
const sources = ['packages/playground', 'packages/sluice/src', 'package-lock.json']
const { scripts } = JSON.parse(readFileSync(`${root}packages/playground/package.json`, 'utf8'))

if (scripts?.build !== undefined && !isUpToDate()) {
  const args = ['run', '--silent', 'build', '--workspace', '@sluice/playground']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  // What the tools have to say matters only if they fail.
  if (status !== 0) process.stderr.write(stdout + stderr)
  else
    for (const file of textFilesIn(folder))
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
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

function textFilesIn(where) {
  return readdirSync(where, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:html|js|css|svg)$/.test(name))
    .map((name) => join(where, name))
}
