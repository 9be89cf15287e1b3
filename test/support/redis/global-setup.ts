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
  project.provide('redisServer', needing.length === 0 ? undefined : findOrSay(needing))
}

function findOrSay(needing: readonly string[]): string | undefined {
  try {
    return findRedis()
  } catch (error) {
    const { message } = error as Error
    if (process.env['CI'] === undefined) {
      process.stderr.write(`${message}. Not run: ${needing.join(', ')}\n`)
      return undefined
    }
    const failure = new Error(`${message}. CI skips no test.`)
    // The line says it all; where it was thrown helps nobody.
    failure.stack = failure.message
    throw failure
  }
}

/** The test files of this run that use `describeWithRedis`. */
async function filesThatNeedRedis(project: TestProject): Promise<readonly string[]> {
  const { testFiles } = await project.globTestFiles(chosenOnCommandLine(project))
  const needing = await Promise.all(
    testFiles.map(async (file) => (await readFile(file, 'utf8')).includes('/describe-with-redis.ts')),
  )
  return testFiles.filter((_, at) => needing[at]).map((file) => relative(project.config.root, file))
}

/** Vitest keeps the words after `vitest run` to itself; without them every test file counts, which only costs time. */
function chosenOnCommandLine({ vitest }: TestProject): string[] | undefined {
  return (vitest as { filenamePattern?: string[] }).filenamePattern
}
