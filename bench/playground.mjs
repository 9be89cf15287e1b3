// Does the playground keep up: 60 frames a second with six busy lanes, and no stall while a long trace is scrubbed?
//
// The page is built and opened in Chromium, without a graphics processor. A frame's time is the gap between two calls of
// requestAnimationFrame, so work of other processes on the machine counts too; the processor time of the page's main
// thread, for scripts, layout and painting, is told beside it, and an empty page shows what the machine itself allows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBuiltPage } from './playground/open-page.mjs'
import { buildPage, firstLoadBytes } from './playground/build-page.mjs'
import { longTraceHash } from './playground/long-trace.mjs'
import { decideLongTrace, runEmpty, runStream, scrub } from './playground/measures.mjs'

const STREAM_PER_SECOND = 200
const STREAM_MS = 10_000
const TRACE_REQUESTS = 1_000_000
const SCRUBS = 300
const GOALS = { frameMs: 1000 / 60, stallMs: 100, firstLoadBytes: 120 * 1024 }

export default async function playgroundBench({ json }) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  try {
    await buildPage(folder)
    const stream = await inPage(folder, '', (page) => runStream(page, STREAM_PER_SECOND, STREAM_MS))
    const empty = await inPage(folder, '', (page) => runEmpty(page, STREAM_MS))
    const hash = await longTraceHash(TRACE_REQUESTS)
    const trace = await inPage(folder, hash, async (page) => ({
      deciding: await decideLongTrace(page),
      scrubbing: await scrub(page, SCRUBS),
    }))
    print({ goals: GOALS, firstLoadBytes: firstLoadBytes(folder), empty, stream, trace }, json)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function inPage(folder, hash, measure) {
  const { page, close } = await openBuiltPage(folder, hash)
  try {
    return await measure(page)
  } finally {
    await close()
  }
}

function print(report, json) {
  if (json) return console.log(JSON.stringify(report, null, 2))
  const { empty, stream, trace, goals } = report
  console.log(
    `first load: ${(report.firstLoadBytes / 1024).toFixed(1)} kB of JavaScript, gzipped (goal: ${goals.firstLoadBytes / 1024})`,
  )
  console.log(
    'by the clock, ms                        frames  median     p95     p99 longest   main thread: a frame  longest task',
  )
  row('an empty page, for comparison', empty)
  row(`six lanes at ${STREAM_PER_SECOND} requests/s`, stream)
  row(`deciding ${trace.deciding.requests.toLocaleString('en')} requests`, trace.deciding)
  row(`scrubbing through them, ${SCRUBS} jumps`, trace.scrubbing)
}

function row(title, { frames, mainThread }) {
  const cells = [frames.median, frames.p95, frames.p99, frames.longest].map((ms) => ms.toFixed(1).padStart(8))
  const { meanMs, longestTaskMs } = mainThread
  console.log(
    `${title.padEnd(38)}${String(frames.count).padStart(8)}${cells.join('')}${meanMs.toFixed(1).padStart(23)}${longestTaskMs.toFixed(1).padStart(14)}`,
  )
}
