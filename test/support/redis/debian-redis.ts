/** Redis from Debian's packages, for a machine that has apt but no Redis. What is fetched is announced on stderr. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = ['redis-server', 'redis-tools']
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/sluice-redis', import.meta.url))

/** Installs the packages for the whole machine, as root. False if it has no apt, or apt cannot. */
export function installDebianRedis(): boolean {
  announce(`installing Debian's ${PACKAGES.join(' and ')} (apt-get install)`)
  const install = ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES]
  if (aptGet(install) !== undefined) return true
  return aptGet(['update', '-q']) !== undefined && aptGet(install) !== undefined
}

/**
 * Downloads the packages and what they depend on, unpacks them into the cache of `node_modules`, and gives the path of a
 * script that runs the server with its libraries; at once if they are there from an earlier run. Undefined without
 * apt-get and dpkg-deb, or where the download fails.
 */
export function unpackDebianRedis(): string | undefined {
  const launcher = join(CACHE, 'redis-server')
  if (existsSync(launcher)) return launcher
  announce(`unpacking Debian's ${PACKAGES.join(' and ')} into node_modules/.cache (apt-get download)`)
  try {
    mkdirSync(join(CACHE, '..'), { recursive: true })
    const folder = mkdtempSync(`${CACHE}-`)
    try {
      unpackInto(folder)
      writeLauncher(folder)
      moveToCache(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return launcher
  } catch {
    return undefined
  }
}

function unpackInto(folder: string): void {
  const lists = mkdirIn(folder, 'lists')
  const privately = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${mkdirIn(folder, 'cache')}`]
  const downloads = mkdirIn(folder, 'downloads')
  // The machine's own package lists serve if it has any; otherwise private ones are fetched, which needs no rights.
  const done = [[], privately].some((options) => {
    if (options.length > 0) aptGet(['update', '-q', '-o', 'APT::Sandbox::User=', ...options])
    const missing = missingPackages(options)
    return missing.length > 0 && aptGet(['download', '-q', ...options, ...missing], downloads) !== undefined
  })
  if (!done) throw new Error('apt-get could not download Redis')
  for (const file of readdirSync(downloads)) {
    execFileSync('dpkg-deb', ['-x', join(downloads, file), folder], { stdio: 'ignore' })
  }
  for (const used of ['lists', 'cache', 'downloads']) rmSync(join(folder, used), { recursive: true })
}

/** What apt would install, dependencies included; what the machine already has is not among them. */
function missingPackages(options: readonly string[]): readonly string[] {
  const plan = aptGet(['install', '--simulate', '--no-install-recommends', ...options, ...PACKAGES])
  return [...(plan ?? '').matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
}

function writeLauncher(folder: string): void {
  const launcher = join(folder, 'redis-server')
  const script = `#!/bin/sh
here=$(dirname "$0")
for folder in "$here"/lib/*-linux-* "$here"/usr/lib/*-linux-*; do libraries="$libraries:$folder"; done
LD_LIBRARY_PATH="\${libraries#:}" exec "$here/usr/bin/redis-server" "$@"
`
  writeFileSync(launcher, script)
  chmodSync(launcher, 0o755)
  execFileSync(launcher, ['--version'], { stdio: 'ignore' })
}

/** Another run may have been quicker; its copy is as good. */
function moveToCache(folder: string): void {
  try {
    renameSync(folder, CACHE)
  } catch (error) {
    if (!existsSync(join(CACHE, 'redis-server'))) throw error
  }
}

function mkdirIn(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'partial'), { recursive: true })
  return path
}

/** What apt-get printed, or undefined if it is missing or failed. */
function aptGet(args: readonly string[], cwd?: string): string | undefined {
  try {
    return execFileSync('apt-get', args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 180_000,
    })
  } catch {
    return undefined
  }
}

function announce(what: string): void {
  process.stderr.write(`Redis for the tests: ${what}\n`)
}
