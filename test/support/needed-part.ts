/**
 * Real parts that some tests need, such as a Redis or a browser: each is found once, before any test, and only if the
 * tests chosen for this run need it. Where there is none, CI fails; elsewhere one line says which tests do not run, and
 * those are reported as skipped.
 */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * What `find` finds, if a test file of this run imports from `neededBy`; `undefined` if none does, or it is not there.
 *
 * @throws what `find` throws, in CI
 */
export async function neededPart<T>(
  project: TestProject,
  neededBy: string,
  find: () => T,
): Promise<T | undefined> {
  const needing = await filesThatImport(project, neededBy)
  if (needing.length === 0) return undefined
  try {
    return find()
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

async function filesThatImport(project: TestProject, module: string): Promise<readonly string[]> {
  const { testFiles } = await project.globTestFiles(chosenOnCommandLine(project))
  const needing = await Promise.all(
    testFiles.map(async (file) => (await readFile(file, 'utf8')).includes(`/${module}`)),
  )
  return testFiles.filter((_, at) => needing[at]).map((file) => relative(project.config.root, file))
}

/** Vitest keeps the words after `vitest run` to itself; without them every test file counts, which only costs time. */
function chosenOnCommandLine({ vitest }: TestProject): string[] | undefined {
  return (vitest as { filenamePattern?: string[] }).filenamePattern
}
