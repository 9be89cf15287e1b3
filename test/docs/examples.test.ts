/** Every TypeScript example in the README and the docs runs, against the library itself. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = `${root}test/docs/.examples/`
const pages = [
  'README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((page) => `docs/${page}`),
]

const examples = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => {
    const blocks = readFileSync(root + page, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)
    return [...blocks].map(([, code = ''], index) => ({ name: `${page}, example ${index + 1}`, code }))
  })

mkdirSync(scratch, { recursive: true })
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
})

describe('examples in the docs', () => {
  test('there are some', () => {
    expect(examples.length).toBeGreaterThan(3)
  })

  test.each(examples)('$name runs and gives what its comments say', async ({ name, code }) => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const file = `${scratch}${name.replaceAll(/[^a-z0-9]+/gi, '-')}.ts`
    writeFileSync(file, withExpectations(code))
    const { told } = (await import(/* @vite-ignore */ file)) as { told: [unknown, unknown][] }
    for (const [found, wanted] of told) expect(found).toEqual(wanted)
  })
})

/** Turns `expression // 5: why` into a pair of what the expression gives and what its comment says. */
function withExpectations(code: string): string {
  const lines = code.split('\n').map((line) => {
    const [, expression, value] =
      /^([\w.?[\]]+) \/\/ (true|false|-?\d+|\[\]|'[^']*')(?:$|[:; ])/.exec(line) ?? []
    return value === undefined ? line : `told.push([${expression}, ${value}])`
  })
  return `export const told = []\n${lines.join('\n')}`
}
