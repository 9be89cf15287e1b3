/** Where the tests' `redis-server` comes from. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianRedis, unpackDebianRedis } from './debian-redis.ts'

/**
 * The path of a `redis-server` to run: the one that SLUICE_REDIS_SERVER names, else from PATH (Redis or Valkey), else
 * Debian's package: installed where this process is root, otherwise downloaded and unpacked under `node_modules/.cache`.
 * Undefined where none of these succeeds.
 *
 * @throws {Error} if SLUICE_REDIS_SERVER names nothing that can be run.
 */
export function findRedis(): string | undefined {
  const named = process.env['SLUICE_REDIS_SERVER']
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`SLUICE_REDIS_SERVER names nothing that can be run: ${named}`)
    return named
  }
  return onPath() ?? fromDebian()
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return ['redis-server', 'valkey-server']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable)
}

function fromDebian(): string | undefined {
  if (process.platform !== 'linux') return undefined
  if (process.getuid?.() !== 0) return unpackDebianRedis()
  return installDebianRedis() ? onPath() : undefined
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
