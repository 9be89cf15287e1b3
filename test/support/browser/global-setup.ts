/** Finds a Chromium before any test that needs one, and builds the playground for it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { neededPart } from '../needed-part.ts'
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
  const browser = await neededPart(project, 'describe-with-browser.ts', findBrowser)
  // Two runs at once build a page each.
  const folder = await mkdtemp(join(tmpdir(), 'sluice-playground-'))
  if (browser !== undefined) {
    await build({ root: ROOT, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  }
  project.provide('browser', browser)
  project.provide('playground', folder)
  return () => rm(folder, { recursive: true, force: true })
}
