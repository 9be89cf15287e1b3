/** A picture sent as a link is the same picture somewhere else. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { shownNumbers, untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

async function copiedLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  return String(await page.evaluate('navigator.clipboard.readText()'))
}

describeWithBrowser('a link', () => {
  const playground = startPlayground()

  test('opens in a fresh page with the same numbers, settings and answer', async () => {
    const first = await playground.open()
    await first.page.getByRole('button', { name: 'Pause' }).click()
    await first.page.getByLabel('Requests', { exact: true }).fill('7')
    await first.page.getByLabel('Window', { exact: true }).fill('3')
    await first.page.getByRole('button', { name: 'Burst of 8' }).click()
    await untilSent(first.page, 8)
    await first.page.getByRole('button', { name: 'One request back' }).click()
    await untilSent(first.page, 7)
    const link = await copiedLink(first.page)
    expect(link).toContain(`${playground.url()}#`)

    const second = await playground.open({}, link)
    await untilSent(second.page, 7)
    expect(await shownNumbers(second.page)).toEqual(await shownNumbers(first.page))
    expect(await second.page.locator('.http').innerText()).toBe(await first.page.locator('.http').innerText())
    expect(await second.page.getByLabel('Requests', { exact: true }).inputValue()).toBe('7')
    expect(await second.page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(1)
    await Promise.all([first.close(), second.close()])
  })

  test('carries the lessons’ 20 seconds in a short address', async () => {
    const first = await playground.open()
    await first.page.getByRole('button', { name: 'Lessons’ 20 s' }).click()
    await first.page.getByRole('button', { name: 'Pause' }).click()
    await first.page.keyboard.press('End')
    await first.page.getByRole('button', { name: 'Pause' }).click()
    await untilSent(first.page, 202)
    const link = await copiedLink(first.page)
    expect(link.length).toBeLessThan(200)
    const second = await playground.open({}, link)
    await untilSent(second.page, 202)
    expect(await shownNumbers(second.page)).toEqual(await shownNumbers(first.page))
    await Promise.all([first.close(), second.close()])
  })

  test('that is damaged says so, and leaves a page that works', async () => {
    const { page, close } = await playground.open({}, `${playground.url()}#AQIDBA`)
    expect(await page.getByRole('alert').innerText()).toContain('This link cannot be shown')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Burst of 8' }).click()
    await untilSent(page, 8)
    await close()
  })
})
