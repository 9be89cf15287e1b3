/** Pictures of the page in both themes at three widths, kept in test/artefacts to be looked at. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

const FOLDER = fileURLToPath(new URL('../artefacts', import.meta.url))

const widths = [360, 1024, 1920] as const
const themes = ['light', 'dark'] as const

/** The same picture every time: a burst, the boundary burst, and a burst again, looked at a moment later. */
async function sendSomething(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Begin again' }).click()
  await page.getByRole('button', { name: 'Burst of 8' }).click()
  await page.getByRole('button', { name: 'Boundary burst' }).click()
  await untilSent(page, 18)
  for (const key of ['Home', ']', ']', ']', ']', ']', 'b', ']']) await page.keyboard.press(key)
  await untilSent(page, 26)
}

describeWithBrowser('the page', () => {
  const playground = startPlayground()

  test.each(widths.flatMap((width) => themes.map((theme) => ({ width, theme }))))(
    'fits $width px in the $theme theme',
    async ({ width, theme }) => {
      const { page, close } = await playground.open({
        colorScheme: theme,
        viewport: { width, height: Math.round(width < 700 ? 740 : width * 0.6) },
      })
      await sendSomething(page)
      await mkdir(FOLDER, { recursive: true })
      const file = join(FOLDER, `playground-${width}-${theme}.png`)
      await page.screenshot({ path: file, fullPage: true })
      expect((await stat(file)).size).toBeGreaterThan(10_000)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await close()
    },
  )
})
