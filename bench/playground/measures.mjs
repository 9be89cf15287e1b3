/** What happens in the page, frame by frame. Functions that stand in `page.evaluate` run in the browser. */

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
  return summarized(await page.evaluate(framesFor, forMs))
}

/** From opening the link until every lane has decided the whole trace. */
export async function decideLongTrace(page) {
  const collected = await page.evaluate(framesUntilDecided)
  const requests = await page.locator('.scrubber input').evaluate((slider) => Number(slider.max))
  return { ...summarized(collected), requests }
}

/** Jumps all over the trace, one a frame. */
export async function scrub(page, jumps) {
  return summarized(await page.evaluate(framesOfJumps, jumps))
}

function summarized({ gaps, own }) {
  return { frames: quantiles(gaps), own: quantiles(own) }
}

function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: sorted.at(-1) ?? 0 }
}

/**
 * A frame's own time is that from its beginning until the task after it, which runs when scripts, layout and painting of
 * the frame are done on the main thread.
 */
async function framesFor(forMs) {
  const gaps = []
  const own = []
  const startMs = performance.now()
  for (let lastMs = 0; performance.now() - startMs < forMs;) {
    const frameMs = await new Promise(requestAnimationFrame)
    if (lastMs > 0) gaps.push(frameMs - lastMs)
    lastMs = frameMs
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true })
      port1.start()
      port2.postMessage(0)
    })
    own.push(performance.now() - frameMs)
  }
  return { gaps, own }
}

async function framesUntilDecided() {
  const gaps = []
  const clock = document.querySelector('.scrubber .clock')
  for (let lastMs = 0; ;) {
    const frameMs = await new Promise(requestAnimationFrame)
    if (lastMs > 0) gaps.push(frameMs - lastMs)
    lastMs = frameMs
    if (!clock.textContent.startsWith('deciding') && gaps.length > 10) return { gaps, own: gaps }
  }
}

async function framesOfJumps(jumps) {
  const gaps = []
  const own = []
  const slider = document.querySelector('.scrubber input')
  let lastMs = await new Promise(requestAnimationFrame)
  for (let jump = 0; jump < jumps; jump++) {
    const startMs = performance.now()
    // Steps of the golden ratio reach every part, and never the same place.
    slider.value = String(Number(slider.max) * ((jump * 0.618_033_988_75) % 1))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    const frameMs = await new Promise(requestAnimationFrame)
    own.push(performance.now() - startMs)
    gaps.push(frameMs - lastMs)
    lastMs = frameMs
  }
  return { gaps, own }
}
