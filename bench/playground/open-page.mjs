import { preview } from 'vite'
import { chromium } from 'playwright-core'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The built page in a Chromium of its own; `close` ends both. */
export async function openBuiltPage(folder, hash) {
  const server = await preview({
    root: folder,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { port } = server.httpServer.address()
  await page.goto(`http://127.0.0.1:${port}/${hash}`)
  await page.locator('.lane').first().waitFor({ timeout: 120_000 })
  const close = async () => {
    await browser.close()
    await server.close()
  }
  return { page, close }
}

function chromiumPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = process.env.CHROMIUM_PATH ?? paths.find(isExecutable)
  if (found === undefined) throw new Error('No Chromium: CHROMIUM_PATH names none, and PATH has none')
  return found
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
