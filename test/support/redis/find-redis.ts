/** Where the tests' `redis-server` comes from. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianRedis, unpackDebianRedis } from './debian-redis.ts'

/**
 * The path of a `redis-server` to run: the one that SLUICE_REDIS_SERVER names, else from PATH (Redis or Valkey), else
 * Debian's package: installed where this process is root, otherwise downloaded and unpacked under `node_modules/.cache`.
 *
 * @throws {Error} if there is none to be had, with the reason in one line.
 */
export function findRedis(): string {
  const named = process.env['SLUICE_REDIS_SERVER'] ?? ''
  if (named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`No redis-server: SLUICE_REDIS_SERVER names nothing that can be run (${named})`)
  }
  const found = serverOnPath()
  if (found !== undefined) return found
  try {
    return fromDebian()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`No redis-server: SLUICE_REDIS_SERVER names none, PATH has none, and ${reason}`, {
      cause: error,
    })
  }
}

function serverOnPath(): string | undefined {
  return onPath('redis-server') ?? onPath('valkey-server')
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function fromDebian(): string {
  for (const needed of ['apt-get', 'dpkg-deb']) {
    if (onPath(needed) === undefined) throw new Error(`there is no ${needed} to bring one`)
  }
  if (process.getuid?.() !== 0) return unpackDebianRedis()
  installDebianRedis()
  const installed = serverOnPath()
  if (installed === undefined) throw new Error('what apt-get installed is not on PATH')
  return installed
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
