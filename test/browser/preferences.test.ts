/** What visitors have asked their system or the page for. */
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

const background = 'getComputedStyle(document.documentElement).backgroundColor'

describeWithBrowser('the page', () => {
  const playground = startPlayground()

  test('follows the theme of the system until another is chosen, and remembers that', async () => {
    const { page, close } = await playground.open({ colorScheme: 'dark' })
    const dark = await page.evaluate(background)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await page.evaluate(background)
    expect(light).not.toBe(dark)

    await page.getByRole('button', { name: 'Theme: system' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
    expect(await page.evaluate(background)).toBe(dark)
    await page.reload()
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
    expect(await page.evaluate(background)).toBe(dark)
    await close()
  })

  test('runs in steps of half a second where less motion is asked for', async () => {
    const { page, close } = await playground.open({ reducedMotion: 'reduce' })
    const pictures = Number(
      await page.evaluate(`new Promise((resolve) => {
        const clock = document.querySelector('.scrubber .clock')
        const seen = new Set()
        const startMs = performance.now()
        const look = (nowMs) => {
          seen.add(clock.textContent)
          if (nowMs - startMs < 2000) requestAnimationFrame(look)
          else resolve(seen.size)
        }
        requestAnimationFrame(look)
      })`),
    )
    expect(pictures).toBeLessThanOrEqual(6)
    const clock = page.locator('.scrubber .clock')
    const before = await clock.innerText()
    await expect.poll(() => clock.innerText()).not.toBe(before)
    await page.getByRole('button', { name: 'Burst of 8' }).click()
    expect(await untilSent(page, 8)).toBe(8)
    await close()
  })
})
