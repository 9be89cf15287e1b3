/**
 * Finds a Redis once, before any test, and only if the tests chosen for this run need one. Where there is none, CI
 * fails; elsewhere one line says which tests do not run, and those are reported as skipped.
 */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findRedis } from './find-redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a `redis-server` to run; undefined if this machine has none, or no test of this run needs one. */
    redisServer: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const needing = await filesThatNeedRedis(project)
  const path = needing.length === 0 ? undefined : findRedis()
  project.provide('redisServer', path)
  if (needing.length === 0 || path !== undefined) return
  const missing = `No redis-server: not named by SLUICE_REDIS_SERVER, not on PATH, not to be had from apt-get.`
  if (process.env['CI'] !== undefined) throw new Error(`${missing} CI skips no test.`)
  process.stderr.write(`${missing} Not run: ${needing.join(', ')}\n`)
}

/** A test needs Redis if it imports something from this folder. */
async function filesThatNeedRedis(project: TestProject): Promise<readonly string[]> {
  const { testFiles } = await project.globTestFiles(chosenOnCommandLine(project))
  const needing = await Promise.all(
    testFiles.map(async (file) => /describe-with-redis\.ts/.test(await readFile(file, 'utf8'))),
  )
  return testFiles.filter((_, at) => needing[at]).map((file) => relative(project.config.root, file))
}

/** Vitest keeps the words after `vitest run` to itself; without them every test file counts, which only costs time. */
function chosenOnCommandLine({ vitest }: TestProject): string[] | undefined {
  return (vitest as { filenamePattern?: string[] }).filenamePattern
}
