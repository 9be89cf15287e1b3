/** The built playground, served and open in a browser, for the tests of one `describeWithBrowser`. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { serveFolder, type StaticServer } from './static-server.ts'

export interface Playground {
  /** Where it is served. */
  url(): string
  /** Opens it, or another address of it, in a page with storage of its own. */
  open(options?: BrowserContextOptions, url?: string): Promise<WatchedPage>
}

/** Starts a server and a browser before the tests and stops both after them. */
export function startPlayground(path = '/'): Playground {
  let server: StaticServer
  let browser: Browser
  beforeAll(async () => {
    server = await serveFolder(inject('playground'), path)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return {
    url: () => server.url,
    open: (options = {}, url = server.url) => openPage(browser, url, options),
  }
}
