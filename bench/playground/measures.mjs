/** What happens in the page, frame by frame. Functions that are handed to `measured` run in the browser. */
import { watchMainThread } from './main-thread.mjs'

/** A page with nothing in it: what the machine allows. */
export async function runEmpty(page, forMs) {
  await page.goto('about:blank')
  return measured(page, framesFor, forMs)
}

/** Requests keep coming into all six lanes for a while. */
export async function runStream(page, perSecond, forMs) {
  await page.getByText(/^Lanes: /).click()
  await page.getByRole('checkbox', { name: 'GCRA' }).check()
  await page.getByText(/^Lanes: /).click()
  await page.getByLabel('Stream').evaluate((slider) => {
    slider.value = slider.max
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const shown = await page.locator('.stream output').innerText()
  if (shown !== `${perSecond}/s`) throw new Error(`The stream should be ${perSecond}/s, but is ${shown}`)
  // The axis fills up first: then every frame has as much to draw as it ever has.
  await page.waitForTimeout(9000)
  return measured(page, framesFor, forMs)
}

/** From opening the link until every lane has decided the whole trace. */
export async function decideLongTrace(page) {
  const collected = await measured(page, framesUntilDecided)
  const requests = await page.locator('.scrubber input').evaluate((slider) => Number(slider.max))
  return { ...collected, requests }
}

/** Jumps all over the trace, one a frame. */
export async function scrub(page, jumps) {
  return measured(page, framesOfJumps, jumps)
}

async function measured(page, work, argument) {
  const stop = await watchMainThread(page)
  const { gaps } = await page.evaluate(work, argument)
  const { sumMs, longestMs } = await stop()
  return { frames: quantiles(gaps), mainThread: { meanMs: sumMs / gaps.length, longestTaskMs: longestMs } }
}

function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: sorted.at(-1) ?? 0 }
}

async function framesFor(forMs) {
  const gaps = []
  let lastMs = await new Promise(requestAnimationFrame)
  for (const endsMs = lastMs + forMs; lastMs < endsMs;) {
    const frameMs = await new Promise(requestAnimationFrame)
    gaps.push(frameMs - lastMs)
    lastMs = frameMs
  }
  return { gaps }
}

async function framesUntilDecided() {
  const gaps = []
  const clock = document.querySelector('.scrubber .clock')
  let lastMs = await new Promise(requestAnimationFrame)
  while (clock.textContent.startsWith('deciding') || gaps.length < 10) {
    const frameMs = await new Promise(requestAnimationFrame)
    gaps.push(frameMs - lastMs)
    lastMs = frameMs
  }
  return { gaps }
}

async function framesOfJumps(jumps) {
  const gaps = []
  const slider = document.querySelector('.scrubber input')
  let lastMs = await new Promise(requestAnimationFrame)
  for (let jump = 0; jump < jumps; jump++) {
    // Steps of the golden ratio reach every part, and never the same place.
    slider.value = String(Number(slider.max) * ((jump * 0.618_033_988_75) % 1))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    const frameMs = await new Promise(requestAnimationFrame)
    gaps.push(frameMs - lastMs)
    lastMs = frameMs
  }
  return { gaps }
}
