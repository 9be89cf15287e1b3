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

/**
 * Installs the packages for the whole machine, as root.
 *
 * @throws {Error} with apt's reason in one line.
 */
export function installDebianRedis(): void {
  announce(`installing Debian's ${PACKAGES.join(' and ')} (apt-get install)`)
  const install = [
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=60',
    ...PACKAGES,
  ]
  try {
    run('apt-get', install)
  } catch {
    // A fresh machine has no package lists, an old one has lists of packages that are gone.
    run('apt-get', ['update', '-q'])
    run('apt-get', install)
  }
}

/**
 * Downloads the packages and what they depend on, unpacks them into the cache of `node_modules`, and gives the path of a
 * script that runs the server with its libraries; at once if they are there from an earlier run. Needs no rights.
 *
 * @throws {Error} with the reason in one line.
 */
export function unpackDebianRedis(): string {
  const launcher = join(CACHE, 'redis-server')
  if (existsSync(launcher)) return launcher
  announce(`unpacking Debian's ${PACKAGES.join(' and ')} into node_modules/.cache (apt-get download)`)
  mkdirSync(join(CACHE, '..'), { recursive: true })
  const folder = mkdtempSync(`${CACHE}-`)
  try {
    download(folder)
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
      run('dpkg-deb', ['-x', file, '.'], folder)
      rmSync(join(folder, file))
    }
    writeLauncher(folder)
    moveToCache(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return launcher
}

function download(folder: string): void {
  try {
    downloadMissing([], folder)
  } catch {
    // The machine's own package lists will not do: fetch lists for this once.
    const apt = join(folder, 'apt')
    for (const used of ['lists/partial', 'cache/archives/partial'])
      mkdirSync(join(apt, used), { recursive: true })
    const options = ['-o', `Dir::State::Lists=${apt}/lists`, '-o', `Dir::Cache=${apt}/cache`]
    run('apt-get', ['update', '-q', '-o', 'APT::Sandbox::User=', ...options])
    downloadMissing(options, folder)
    rmSync(apt, { recursive: true })
  }
}

/** What apt would install: dependencies too, but nothing that the machine has already. */
function downloadMissing(options: readonly string[], folder: string): void {
  const plan = run('apt-get', ['install', '--simulate', '--no-install-recommends', ...options, ...PACKAGES])
  const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  if (missing.length === 0) throw new Error('apt-get counts Redis as installed, but it is not on PATH')
  run('apt-get', ['download', '-q', ...options, ...missing], folder)
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
  run(launcher, ['--version'])
}

/** Another run may have been quicker; its copy is as good. */
function moveToCache(folder: string): void {
  try {
    renameSync(folder, CACHE)
  } catch (error) {
    if (!existsSync(join(CACHE, 'redis-server'))) throw error
  }
}

/** What the command printed. Throws its last line of complaint. */
function run(command: string, args: readonly string[], cwd?: string): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 180_000,
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    const complaint = (stderr ?? '').trim() === '' ? message : (stderr ?? '').trim()
    throw new Error(`${command} ${args[0]}: ${complaint.split('\n').at(-1)}`, { cause: error })
  }
}

function announce(what: string): void {
  process.stderr.write(`Redis for the tests: ${what}\n`)
}
