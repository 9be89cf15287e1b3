/** The built page is a folder for any web server. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

const MOST_BYTES = 120 * 1024

describeWithBrowser('the built playground', () => {
  const playground = startPlayground('/tools/limits/')

  test('works below any path, under a strict policy, and asks nobody but its own server', async () => {
    const { page, close } = await playground.open()
    await page.getByRole('button', { name: 'Burst of 8' }).click()
    expect(await untilSent(page, 8)).toBe(8)
    await page.getByRole('button', { name: 'Work it out for these requests' }).click()
    await page.locator('.burst-plot canvas').waitFor()
    await close()
  })

  test('loads at most 120 kB of JavaScript at first', async () => {
    const { page, close } = await playground.open()
    const scripts = (await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
    )) as readonly string[]
    expect(scripts.length).toBeGreaterThan(0)
    const sizes = await Promise.all(
      scripts.map(async (url) => {
        const file = join(inject('playground'), url.slice(playground.url().length))
        return gzipSync(await readFile(file)).length
      }),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
    await close()
  })

  test('holds no address of any other server but names of standards', async () => {
    const folder = join(inject('playground'), 'assets')
    const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'))
    const texts = await Promise.all(scripts.map((file) => readFile(join(folder, file), 'utf8')))
    const hosts = texts.flatMap((text) => [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host))
    expect([...new Set(hosts)].filter((host) => host !== 'iana.org' && host !== 'www.w3.org')).toEqual([])
  })
})
