// How fast is a replay, next to reading lines and doing nothing with them?
//
// Each contender reads the same log in a process of its own, timed from the first read to the end, cold code included.
// Rounds are interleaved, so that other work on the machine hits all alike. Where it hits hard, trust processor time.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCombinedLog } from './support/combined-log.mjs'

const ROUNDS = 5
/** About 1 GB. */
const LINES = 4_400_000

const script = (name) => fileURLToPath(new URL(`support/${name}.mjs`, import.meta.url))

function contenders(log) {
  const replay = [script('replay-command'), log, '--limit', '100/60s', '--json']
  return [
    { name: 'wc -l', run: () => countedByWc(log) },
    { name: 'readline, for await', run: () => timedIn([script('readline-loop'), log, 'loop']) },
    { name: 'readline, line events', run: () => timedIn([script('readline-loop'), log, 'events']) },
    { name: 'replay, GCRA', run: () => timedIn([...replay, '--algorithm', 'gcra']) },
    { name: 'replay, all six', run: () => timedIn(replay) },
  ]
}

function countedByWc(log) {
  const start = performance.now()
  spawnSync('wc', ['-l', log])
  return { wallMs: performance.now() - start }
}

function timedIn(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout)
}

export default async function replayBench({ json }) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  const log = join(folder, 'access.log')
  try {
    const clients = writeCombinedLog(log, LINES)
    const all = contenders(log)
    const runs = all.map(() => [])
    for (let round = 0; round < ROUNDS; round++) all.forEach(({ run }, i) => runs[i].push(run()))
    const results = all.map(({ name }, i) => summary(name, runs[i]))
    print(
      { bytes: statSync(log).size, lines: LINES, clients, rounds: ROUNDS, results: withRatios(results) },
      json,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function summary(name, runs) {
  const rates = runs.map(({ wallMs }) => (1000 * LINES) / wallMs).toSorted((a, b) => a - b)
  const cpuMs = runs[0].cpuMs === undefined ? null : median(runs.map((run) => run.cpuMs))
  const peakMiB = runs[0].peakMiB === undefined ? null : Math.max(...runs.map((run) => run.peakMiB))
  return { name, linesPerSecond: median(rates), slowest: rates[0], fastest: rates.at(-1), cpuMs, peakMiB }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function withRatios(results) {
  const [wc, loop, events] = results
  return results.map((result) => ({
    ...result,
    ofWc: result.linesPerSecond / wc.linesPerSecond,
    ofLoop: ratios(result, loop),
    ofEvents: ratios(result, events),
  }))
}

/** Above 1 is faster than the baseline. The ratio by processor time leaves out waiting for a busy machine. */
function ratios(result, baseline) {
  return {
    byClock: result.linesPerSecond / baseline.linesPerSecond,
    byProcessor: result.cpuMs === null ? null : baseline.cpuMs / result.cpuMs,
  }
}

const shown = (value, digits) => (value === null ? '-' : value.toFixed(digits))
const millions = (count) => shown(count / 1e6, 2)

function print(report, json) {
  if (json) return console.log(JSON.stringify(report, null, 2))
  const { bytes, lines, clients, rounds, results } = report
  console.log(
    `${lines.toLocaleString('en')} lines, ${millions(bytes)} MB, ${clients.toLocaleString('en')} clients, ${rounds} rounds`,
  )
  console.log('Times as fast as readline in brackets: by processor time.')
  console.log(
    '                       M lines/s  slowest-fastest  of wc -l      of for await   of line events  peak MiB',
  )
  for (const result of results) {
    const cells = [
      millions(result.linesPerSecond).padStart(10),
      `${millions(result.slowest)}-${millions(result.fastest)}`.padStart(17),
      shown(result.ofWc, 3).padStart(10),
      ratioText(result.ofLoop).padStart(18),
      ratioText(result.ofEvents).padStart(17),
      shown(result.peakMiB, 0).padStart(10),
    ]
    console.log(result.name.padEnd(22) + cells.join(''))
  }
}

function ratioText({ byClock, byProcessor }) {
  return `${shown(byClock, 2)} (${shown(byProcessor, 2)})`
}
