import { fileURLToPath } from 'node:url'

/** The library and the applications lie outside this folder. */
const root = fileURLToPath(new URL('../../..', import.meta.url))

export default { turbopack: { root }, outputFileTracingRoot: root }
