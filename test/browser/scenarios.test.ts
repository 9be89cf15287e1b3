/** The lessons' scenarios, pressed in a real browser: every lane shows what the library's limiter decides. */
import { boundaryBurst, steady } from 'sluice/simulate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchedPage } from '../support/browser/browser.ts'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { expectedOutcomes, inWords, openingGcra, openingLanes } from '../support/browser/expected-outcomes.ts'
import { sentSoFar, shownNumbers, untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

const scenarios: readonly { readonly button: string; readonly times: ArrayLike<number> }[] = [
  { button: '1 request', times: [0] },
  { button: 'Burst of 8', times: Array.from({ length: 8 }, () => 0) },
  { button: '4/s for 4 s', times: steady({ ratePerSecond: 4, durationMs: 4000 }) },
  { button: 'Boundary burst', times: boundaryBurst({ count: 5, windowMs: 2000 }) },
]

describeWithBrowser('the playground', () => {
  const playground = startPlayground()
  let opened: WatchedPage
  beforeEach(async () => {
    opened = await playground.open()
    await opened.page.getByRole('button', { name: 'Pause' }).click()
    await opened.page.getByRole('button', { name: 'Begin again' }).click()
    await opened.page.getByLabel('Speed').selectOption({ label: '20×' })
  })
  afterEach(() => opened.close())

  test.each(scenarios)('decides what $button sends as the library does', async ({ button, times }) => {
    const { page } = opened
    await page.getByRole('button', { name: button, exact: true }).click()
    await untilSent(page, times.length)
    const said = await page.locator('p[role=status].visually-hidden').innerText()
    const shown = await shownNumbers(page)
    expect(Object.keys(shown)).toEqual(Object.keys(openingLanes))
    for (const [name, limit] of Object.entries(openingLanes)) {
      const expected = expectedOutcomes(limit, times)
      const title = await page.locator(`[data-lane=${name}] h2`).innerText()
      expect(said).toContain(`${title} ${inWords(expected)}`)
      expect(shown[name]).toMatchObject({
        served: expected.allowed + expected.queued,
        refused: expected.refused,
      })
    }
  })

  test('tells the lessons’ story of the burst and of the boundary', () => {
    const burst = scenarios[1]!.times
    expect(expectedOutcomes(openingLanes['token-bucket']!, burst)).toEqual({
      allowed: 5,
      queued: 0,
      refused: 3,
    })
    expect(expectedOutcomes(openingLanes['leaky-bucket']!, burst)).toEqual({
      allowed: 1,
      queued: 5,
      refused: 2,
    })
    const boundary = scenarios[3]!.times
    expect(expectedOutcomes(openingLanes['fixed-window']!, boundary).allowed).toBe(10)
    expect(expectedOutcomes(openingLanes['sliding-log']!, boundary).allowed).toBe(5)
  })

  test('shows GCRA on demand, which decides as the token bucket does', async () => {
    const { page } = opened
    await page.getByText('Lanes: 5 of 6').click()
    await page.getByRole('checkbox', { name: 'GCRA' }).check()
    await page.getByRole('button', { name: 'Burst of 8' }).click()
    await untilSent(page, 8)
    const shown = await shownNumbers(page)
    const { allowed, refused } = expectedOutcomes(openingGcra, scenarios[1]!.times)
    expect(shown['gcra']).toMatchObject({ served: allowed, refused })
    expect(shown['token-bucket']).toMatchObject({ served: allowed, refused })
  })

  test('steps through a burst one request at a time, forth and back', async () => {
    const { page } = opened
    await page.getByRole('button', { name: 'Burst of 8' }).click()
    await untilSent(page, 8)
    for (const left of [7, 6, 5, 4]) {
      await page.getByRole('button', { name: 'One request back' }).click()
      await untilSent(page, left)
    }
    expect((await shownNumbers(page))['token-bucket']).toMatchObject({ served: 4, refused: 0 })
    for (const come of [5, 6]) {
      await page.getByRole('button', { name: 'One request forward' }).click()
      await untilSent(page, come)
    }
    expect((await shownNumbers(page))['token-bucket']).toMatchObject({ served: 5, refused: 1 })
  })

  test('charges what a request costs', async () => {
    const { page } = opened
    await page.getByLabel('Cost').fill('2')
    await page.getByRole('button', { name: 'Burst of 8' }).click()
    await untilSent(page, 8)
    const { allowed, refused } = expectedOutcomes(openingLanes['token-bucket']!, scenarios[1]!.times, 2)
    expect((await shownNumbers(page))['token-bucket']).toMatchObject({ served: allowed, refused })
  })

  test('goes on sending for as long as the button of one request is held', async () => {
    const { page } = opened
    await page.getByRole('button', { name: '1 request' }).hover()
    await page.mouse.down()
    await expect.poll(() => sentSoFar(page)).toBeGreaterThan(2)
    await page.mouse.up()
    const sent = await sentSoFar(page)
    await page.keyboard.press('1')
    await untilSent(page, sent + 1)
  })

  test('shows the answer to the request whose mark is clicked', async () => {
    const { page } = opened
    for (const key of ['1', ']', '1', ']', '1', ']']) await page.keyboard.press(key)
    await untilSent(page, 3)
    const timeline = page.locator('[data-lane=sliding-log] .lane-timeline')
    const { width } = (await timeline.boundingBox())!
    // Of the eight seconds that the axis shows, the second request is two old.
    await timeline.click({ position: { x: (width * 6) / 8, y: 40 } })
    expect(await page.locator('.request-choice p').innerText()).toContain('Request 2 at 1.00 s')
  })

  test('goes to the edge of a long window rather than waiting for it, and says what is no limit', async () => {
    const { page } = opened
    await page.getByLabel('Window: unit').selectOption('h')
    await page.getByRole('button', { name: 'Boundary burst' }).click()
    await untilSent(page, 10)
    await page.getByLabel('Requests', { exact: true }).fill('9007199254740991')
    expect(await page.locator('.settings [role=alert]').innerText()).not.toBe('')
    await page.getByLabel('Requests', { exact: true }).fill('6')
    await page.locator('.settings [role=alert]').waitFor({ state: 'detached' })
    expect(await page.locator('[data-lane=sliding-log] .lane-rule p').innerText()).toContain('6 in any 2 h')
  })
})
