import { fileURLToPath } from 'node:url'

/** The folder of these tests and that of the repository, each with a slash at its end. */
export const here = fileURLToPath(new URL('.', import.meta.url))
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a run writes, and the next one writes anew. */
export const scratch = `${here}.work/`
