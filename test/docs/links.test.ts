/** Every link between the pages leads somewhere, and the README leads to every guide. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const docs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((page) => `docs/${page}`)
const pages = ['README.md', 'CONTRIBUTING.md', ...docs.filter((page) => page.endsWith('.md'))]

/** The links to files of a page, each a path from the root and the anchor behind it. */
function linksOf(page: string): { readonly path: string; readonly anchor: string | undefined }[] {
  const links = withoutCode(readFileSync(root + page, 'utf8')).matchAll(
    /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g,
  )
  return [...links].map(([, path = '', anchor]) => ({
    path: path === '' ? page : join(dirname(page), path),
    anchor,
  }))
}

/** As GitHub makes anchors of headings. */
function anchorsOf(page: string): string[] {
  const headings = withoutCode(readFileSync(root + page, 'utf8')).matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(page: string): string {
  return page.replaceAll(/^```[^]*?^```$/gm, '')
}

test.each(pages)('the links of %s lead somewhere', (page) => {
  const broken = linksOf(page).filter(
    ({ path, anchor }) =>
      !existsSync(root + path) || (anchor !== undefined && !anchorsOf(path).includes(anchor)),
  )
  expect(broken).toEqual([])
})

test('the README leads to every guide', () => {
  const linked = new Set(linksOf('README.md').map(({ path }) => path))
  const guides = docs.filter((page) => page.startsWith('docs/guides/'))
  expect(guides.length).toBeGreaterThan(10)
  expect(guides.filter((guide) => !linked.has(guide))).toEqual([])
})
