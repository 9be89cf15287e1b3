/**
 * Finds a Chromium once and builds the playground for it, before any test, and only if the tests chosen for this run
 * need them. Where there is no Chromium, CI fails; elsewhere one line says which tests do not run, and those are
 * reported as skipped.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { findBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a Chromium to run; undefined if this machine has none, or no test of this run needs one. */
    browser: string | undefined
    /** The folder with the playground as it is now, built. */
    playground: string
  }
}

const ROOT = fileURLToPath(new URL('../../../packages/playground', import.meta.url))

/** Returns what removes the built page after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const needing = await filesThatNeedBrowser(project)
  const browser = needing.length === 0 ? undefined : findOrSay(needing)
  // Two runs at once build a page each.
  const folder = await mkdtemp(join(tmpdir(), 'sluice-playground-'))
  if (browser !== undefined) {
    await build({ root: ROOT, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  }
  project.provide('browser', browser)
  project.provide('playground', folder)
  return () => rm(folder, { recursive: true, force: true })
}

function findOrSay(needing: readonly string[]): string | undefined {
  try {
    return findBrowser()
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

/** The test files of this run that use `describeWithBrowser`. */
async function filesThatNeedBrowser(project: TestProject): Promise<readonly string[]> {
  const { testFiles } = await project.globTestFiles(chosenOnCommandLine(project))
  const needing = await Promise.all(
    testFiles.map(async (file) => (await readFile(file, 'utf8')).includes('/describe-with-browser.ts')),
  )
  return testFiles.filter((_, at) => needing[at]).map((file) => relative(project.config.root, file))
}

/** Vitest keeps the words after `vitest run` to itself; without them every test file counts, which only costs time. */
function chosenOnCommandLine({ vitest }: TestProject): string[] | undefined {
  return (vitest as { filenamePattern?: string[] }).filenamePattern
}
