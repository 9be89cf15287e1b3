/** The lessons' 20 seconds: the page's tables hold the figures that the lessons print. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { shownNumbers, untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

const printed = readFileSync(new URL('../fixtures/truth/lesson-playground.txt', import.meta.url), 'utf8')
const lines = printed.split('\n').map((line) => line.trim().split(/\s+/))

/** `second sent token leaky fixed log counter`. */
const perSecond = lines.filter(([first = '']) => /^\d+$/.test(first)).filter((cells) => cells.length === 7)

/** The figures of a line that begins with these words, lane by lane. */
function figures(...words: readonly string[]): readonly number[] {
  const line = lines.find((cells) => words.every((word, at) => cells[at] === word))
  return line!.slice(-5).map(Number)
}

describeWithBrowser('the lessons’ 20 seconds', () => {
  const playground = startPlayground()

  test('give the lessons’ table', async () => {
    const { page, close } = await playground.open()
    await page.getByLabel('Speed').selectOption({ label: '20×' })
    await page.getByRole('button', { name: 'Lessons’ 20 s' }).click()
    await untilSent(page, 202)
    await page.getByText('What each let through over time').click()
    const rows = await page.locator('.panel-comparison .tall tbody tr').allInnerTexts()
    const shown = rows.map((row) => row.split(/\s+/).filter((cell) => cell !== '' && cell !== 's'))
    expect(perSecond).toHaveLength(20)
    expect(shown.slice(0, 20).map((cells) => cells.slice(-6))).toEqual(
      perSecond.map((cells) => cells.slice(1)),
    )

    const numbers = Object.values(await shownNumbers(page))
    expect(numbers.map(({ served }) => served)).toEqual(figures('served'))
    expect(numbers.map(({ refused }) => refused)).toEqual(figures('refused'))
    expect(numbers.map(({ busiest }) => busiest)).toEqual(figures('busiest'))
    expect(numbers.map(({ wait }) => Number(wait))).toEqual(figures('longest', 'wait'))
    await close()
  })
})
