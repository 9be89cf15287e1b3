/** A real access log, dropped on the page. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createLimiter, manualClock, slidingLog } from 'sluice'
import type { Page } from 'playwright-core'
import { ClientTable, createLogReader } from 'sluice/simulate'
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { shownNumbers, untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

const logFile = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/access-logs/${name}`, import.meta.url))

/** The sorted times of each client, by its name. */
function timesByClient(text: Uint8Array): ReadonlyMap<string, readonly number[]> {
  const clients = new ClientTable()
  const byClient: number[][] = []
  const reader = createLogReader({ clients }, (timeMs, client) => {
    const times = byClient[client] ?? (byClient[client] = [])
    times.push(timeMs)
  })
  reader.push(text)
  reader.end()
  return new Map(byClient.map((times, client) => [clients.name(client), times.toSorted((a, b) => a - b)]))
}

/** As a person does it: the file is let go over the page. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(content.toString('base64'))}), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}))
    return transfer
  })()`)
  await page.dispatchEvent('.lanes', 'drop', { dataTransfer })
}

describeWithBrowser('a log', () => {
  const playground = startPlayground()

  test('that is dropped is read here, and its busiest client goes through the lanes', async () => {
    const text = await readFile(logFile('zanbil-shop-2019.nginx.log'))
    const clients = timesByClient(text)
    const [name, times] = [...clients].toSorted(([, a], [, b]) => b.length - a.length)[0]!
    const { page, close } = await playground.open()
    await drop(page, 'shop.log', text)
    const found = page.locator('.found')
    await found.waitFor()
    expect(await found.innerText()).toContain(`${clients.size.toLocaleString('en')} clients`)

    const busiest = page.locator('.client', { hasText: name }).first()
    expect(await busiest.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Pause' }).click()
    await untilSent(page, times.length)

    const clock = manualClock(0)
    const limiter = createLimiter({ limit: slidingLog({ limit: 5, window: '2s' }), clock })
    const allowed = times.filter((timeMs) => {
      clock.set(timeMs)
      return limiter.check(name).allowed
    })
    const shown = await shownNumbers(page)
    expect(shown['sliding-log']).toMatchObject({
      served: allowed.length,
      refused: times.length - allowed.length,
    })
    await close()
  })

  test('may be gzipped, and clients can be looked for', async () => {
    const { page, close } = await playground.open()
    await page.getByLabel('Choose an access log').setInputFiles(logFile('semicomplete-2015.combined.log.gz'))
    await page.locator('.found').waitFor()
    const all = await page.locator('.client').count()
    await page.getByLabel('Find a client').fill('no client is called so')
    await page.getByText('No client has this in its name.').waitFor()
    await page.getByLabel('Find a client').fill('')
    await expect.poll(() => page.locator('.client').count()).toBe(Math.min(all, 51))
    await page.getByRole('button', { name: 'Work it out for this log' }).click()
    await page.locator('.burst-plot canvas').waitFor()
    await page
      .getByRole('button', { name: /^Burst of \d+ at .*: nobody refused/ })
      .first()
      .click()
    expect(await page.getByRole('switch', { name: 'One limit for all' }).isChecked()).toBe(false)
    await close()
  })

  test('that is none says what is wrong', async () => {
    const { page, close } = await playground.open()
    await page.getByLabel('Choose an access log').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('only\nsome\nnotes\n'),
    })
    expect(await page.locator('.panel-log [role=alert]').innerText()).toContain('notes.txt')
    await close()
  })
})
