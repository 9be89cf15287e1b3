/** What axe-core finds in the page, in both themes and with everything open. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    'axe.run().then(({ violations }) => violations)',
  )) as readonly Violation[]
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

describeWithBrowser('axe-core', () => {
  const playground = startPlayground()

  test.each(['light', 'dark'] as const)('finds nothing in the %s theme', async (colorScheme) => {
    const { page, close } = await playground.open({ colorScheme })
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'Boundary burst' }).click()
    await untilSent(page, 10)
    await page.getByRole('switch', { name: 'One limit for all' }).uncheck()
    await page.getByText('What each let through over time').click()
    await page.getByText('Lanes: 5 of 6').click()
    await page.getByRole('button', { name: 'Work it out for these requests' }).click()
    await page.getByRole('region', { name: 'Burst that each rate needs' }).waitFor()
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'Keys' }).click()
    expect(await violations(page)).toEqual([])
    await close()
  })

  test('finds nothing at 360 px', async () => {
    const { page, close } = await playground.open({ viewport: { width: 360, height: 740 } })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await close()
  })
})
