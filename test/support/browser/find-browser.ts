/** Where the tests' Chromium comes from. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * The path of a Chromium to run: the one that CHROMIUM_PATH names, else from PATH, else Debian's package, which is
 * installed where this process is root. What is installed is announced on stderr.
 *
 * @throws {Error} if there is none to be had, with the reason in one line.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'] ?? ''
  if (named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`No Chromium: CHROMIUM_PATH names nothing that can be run (${named})`)
  }
  const found = browserOnPath()
  if (found !== undefined) return found
  try {
    return fromDebian()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`No Chromium: CHROMIUM_PATH names none, PATH has none, and ${reason}`, { cause: error })
  }
}

function fromDebian(): string {
  if (onPath('apt-get') === undefined) throw new Error('there is no apt-get to bring one')
  if (process.getuid?.() !== 0) throw new Error('only root may install one with apt-get')
  process.stderr.write("Chromium for the tests: installing Debian's chromium (apt-get install)\n")
  const install = [
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=60',
    'chromium',
  ]
  try {
    run('apt-get', install)
  } catch {
    // A fresh machine has no package lists, an old one has lists of packages that are gone.
    run('apt-get', ['update', '-q'])
    run('apt-get', install)
  }
  const installed = browserOnPath()
  if (installed === undefined) throw new Error('what apt-get installed is not on PATH')
  return installed
}

function browserOnPath(): string | undefined {
  return NAMES.map(onPath).find((path) => path !== undefined)
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Throws the last line of complaint. */
function run(command: string, args: readonly string[]): void {
  try {
    execFileSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 600_000,
    })
  } catch (error) {
    const complaint = ((error as { stderr?: string }).stderr ?? '').trim()
    throw new Error(`${command} ${args[0]}: ${complaint.split('\n').at(-1)}`, { cause: error })
  }
}
