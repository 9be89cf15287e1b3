import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../packages/playground', import.meta.url))

export async function buildPage(outDir) {
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
}

/** Scripts that the page names itself; others are loaded when they are needed. */
export function firstLoadBytes(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, file]) => file)
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
}
