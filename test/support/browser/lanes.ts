/** What the page says of its lanes, read as its visitors read it. */
import type { Locator, Page } from 'playwright-core'

export interface ShownNumbers {
  readonly served: number
  readonly refused: number
  readonly busiest: number
  readonly stored: number
  /** As it stands there. */
  readonly wait: string
}

/** By the name of the algorithm. */
export async function shownNumbers(page: Page): Promise<Readonly<Record<string, ShownNumbers>>> {
  const lanes = await page.locator('.lane').all()
  const entries = await Promise.all(
    lanes.map(async (lane) => {
      const figure = (name: string): Promise<string> => lane.locator(`.figure.${name} strong`).innerText()
      const count = async (name: string): Promise<number> => Number((await figure(name)).replaceAll(',', ''))
      const numbers = {
        served: await count('served'),
        refused: await count('refused'),
        busiest: await count('busiest'),
        stored: await count('stored'),
        wait: await figure('wait'),
      }
      return [(await lane.getAttribute('data-lane')) ?? '', numbers] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** How many requests the lanes have met, as the page shows it. */
export async function sentSoFar(page: Page): Promise<number> {
  return Number.parseInt((await sentText(page).innerText()).replaceAll(',', ''), 10)
}

/** Waits until the lanes have met so many requests, which it gives back as the page shows it. */
export async function untilSent(page: Page, count: number): Promise<number> {
  const shown = new RegExp(`^${count.toLocaleString('en')} requests so far`)
  await sentText(page).filter({ hasText: shown }).waitFor()
  return sentSoFar(page)
}

function sentText(page: Page): Locator {
  return page.locator('.panel-comparison .panel-head p')
}
