/** Everything by keys alone. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchedPage } from '../support/browser/browser.ts'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { shownNumbers, untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

/** Runs in the page. */
const focused = `(() => {
  const element = document.activeElement
  const name = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
  return { name: name.trim(), isShown: element === document.body || element.matches(':focus-visible') }
})()`

describeWithBrowser('by keys alone', () => {
  const playground = startPlayground()
  let opened: WatchedPage
  let page: Page
  beforeEach(async () => {
    opened = await playground.open()
    page = opened.page
    await press(' ', '0')
  })
  afterEach(() => opened.close())
  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key === ' ' ? 'Space' : key)
  }

  test('sends, steps, chooses a request and reads its answer', async () => {
    await press('1', 'b')
    await untilSent(page, 9)
    expect((await shownNumbers(page))['token-bucket']).toMatchObject({ served: 5, refused: 4 })

    const choice = page.locator('.request-choice p')
    expect(await choice.innerText()).toContain('Request 9 ')
    expect(await page.locator('.http').innerText()).toContain('429 Too Many Requests')
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    expect(await choice.innerText()).toContain('Request 5 ')
    expect(await page.locator('.http').innerText()).toContain('200 OK')

    await press(',', ',')
    await untilSent(page, 7)
    await press('.')
    await untilSent(page, 8)
  })

  test('runs, changes speed, and goes to the ends', async () => {
    await press('+', '+', '+', 's')
    expect(await untilSent(page, 16)).toBe(16)
    await press('Home')
    expect(await untilSent(page, 1)).toBe(1)
    await press('End')
    expect(await untilSent(page, 16)).toBe(16)
    await press('0')
    expect(await untilSent(page, 0)).toBe(0)
  })

  test('repeats for as long as the key of one request is held', async () => {
    await page.keyboard.down('1')
    await page.keyboard.down('1')
    await page.keyboard.down('1')
    await page.keyboard.up('1')
    expect(await untilSent(page, 3)).toBe(3)
  })

  test('reaches every control with Tab, and shows where the focus is', async () => {
    const reached = new Set<string>()
    for (let n = 0; n < 80; n++) {
      await press('Tab')
      const { name, isShown } = (await page.evaluate(focused)) as { name: string; isShown: boolean }
      expect([name, isShown]).toEqual([name, true])
      reached.add(name)
    }
    const controls = [
      'Copy link',
      '1 request',
      'Burst of 8',
      'Boundary burst',
      'Run',
      'Time',
      'Speed',
      'Cost',
    ]
    expect([...reached]).toEqual(expect.arrayContaining(controls))
  })

  test('changes the limit in its field, where keys are text and not shortcuts', async () => {
    await page.getByLabel('Requests', { exact: true }).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('10')
    await page.getByLabel('Requests', { exact: true }).blur()
    await untilSent(page, 0)
    await press('b')
    await untilSent(page, 8)
    expect((await shownNumbers(page))['sliding-log']).toMatchObject({ served: 8, refused: 0 })
  })

  test('lists the keys, and lets them be turned off', async () => {
    await press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await help.waitFor()
    expect(await help.innerText()).toContain('Send a burst of 8')
    await help.getByRole('switch', { name: 'Single keys work' }).uncheck()
    await press('Escape')
    await help.waitFor({ state: 'hidden' })
    await press('b')
    await page.getByRole('button', { name: '1 request' }).press('Enter')
    await untilSent(page, 1)
  })
})
