/** A real Chromium, and pages in it that notice what no page of ours may do. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { inject } from 'vitest'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: inject('browser')!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface WatchedPage {
  readonly page: Page
  /**
   * Rejects if something went wrong in the page meanwhile: an exception, an error on the console, something that its
   * security policy forbade, or a request to anybody but loopback.
   */
  readonly close: () => Promise<void>
}

/** A page with storage of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const faults: string[] = []
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (hostname !== '127.0.0.1' && protocol !== 'blob:') faults.push(`asked ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(url)
  await page.locator('.lane').first().waitFor()
  const close = async (): Promise<void> => {
    await context.close()
    if (faults.length > 0) throw new Error(`In the page: ${faults.join('; ')}`)
  }
  return { page, close }
}
