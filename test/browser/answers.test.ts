/** What the page says beside the lanes: the client's view, questions, and limits to take along. */
import { createLimiter, fixedWindow, manualClock, tokenBucket } from 'sluice'
import { problem, rateLimitHeaders, rateLimitPolicy } from 'sluice/http'
import { expect, test } from 'vitest'
import { describeWithBrowser } from '../support/browser/describe-with-browser.ts'
import { expectedOutcomes } from '../support/browser/expected-outcomes.ts'
import { shownNumbers, untilSent } from '../support/browser/lanes.ts'
import { startPlayground } from '../support/browser/playground.ts'

describeWithBrowser('the page', () => {
  const playground = startPlayground()

  test('shows the response that the middleware would send to the chosen request', async () => {
    const { page, close } = await playground.open()
    await page.keyboard.press('Space')
    await page.keyboard.press('0')
    await page.keyboard.press('b')
    await untilSent(page, 8)

    const limit = tokenBucket({ capacity: 5, rate: '5/2s' })
    const limiter = createLimiter({ limit, clock: manualClock(0) })
    const decisions = Array.from({ length: 8 }, () => limiter.check('somebody'))
    const told = [{ policy: rateLimitPolicy({ name: 'api', limit }), decision: decisions[7]! }]
    const { status, headers, body } = problem(told)
    const shown = await page.locator('.http').innerText()
    expect(shown).toContain(`HTTP/1.1 ${status}`)
    for (const [name, value] of [...rateLimitHeaders(told), ...headers])
      expect(shown).toContain(`${name}: ${value}`)
    expect(JSON.parse(shown.slice(shown.indexOf('{')))).toEqual(JSON.parse(body))
    await close()
  })

  test('answers a question by the lanes', async () => {
    const { page, close } = await playground.open()
    const question = page.locator('.panel-questions')
    await question.getByRole('button', { name: '100', exact: true }).click()
    expect(await question.getByRole('status').innerText()).toMatch(/^No: 200\./)
    await question.getByRole('button', { name: '200', exact: true }).click()
    expect(await question.getByRole('status').innerText()).toMatch(/^Right\./)

    const times = [59_000, 60_000].flatMap((timeMs) => Array.from({ length: 120 }, () => timeMs))
    const { allowed, refused } = expectedOutcomes(fixedWindow({ limit: 100, window: '1min' }), times)
    await untilSent(page, times.length)
    expect((await shownNumbers(page))['fixed-window']).toMatchObject({ served: allowed, refused })
    await close()
  })

  test('gives the limit of a lane as code, as a policy and as a command', async () => {
    const { page, close } = await playground.open()
    const panel = page.locator('.panel-copy')
    const expected = [
      { form: 'TypeScript', text: "tokenBucket({ capacity: 5, rate: '5/2s' })" },
      { form: 'Policy', text: 'token-bucket: { capacity: 5, rate: 5/2s }' },
      { form: 'Replay', text: 'sluice replay access.log --limit 5/2s --algorithm token-bucket' },
    ]
    for (const { form, text } of expected) {
      await panel.getByRole('button', { name: form, exact: true }).click()
      await panel.getByRole('button', { name: 'Copy', exact: true }).click()
      await panel.getByRole('button', { name: 'Copied', exact: true }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(text)
      await panel.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    }
    await close()
  })
})
