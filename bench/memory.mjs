// How fast and how lean is the memory store beside a bare Map and the peers, and does any single call pause?
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { peers } from './memory/subjects.mjs'

const ALGORITHMS = [
  'gcra',
  'token-bucket',
  'leaky-bucket',
  'fixed-window',
  'sliding-window-counter',
  'sliding-log',
]

/** Runs one measurement in a process of its own. */
function measure(script, args, flags = []) {
  const file = fileURLToPath(new URL(`memory/${script}.mjs`, import.meta.url))
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: '' }
  const output = execFileSync(
    process.execPath,
    [...flags, '--max-old-space-size=12000', file, ...args.map(String)],
    { env },
  )
  return JSON.parse(output.toString())
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round((sorted.length - 1) * share)]
}

/** How many times as many decisions a second `ours` makes as `other`: median and quartiles over paired batches. */
function compare(ours, other, kind, count) {
  const pairs = measure('pair', [ours, other, kind, count])
  const ratios = pairs.map(([a, b]) => b / a)
  return {
    ours,
    other,
    kind,
    count,
    nsOurs: Math.round(
      quantile(
        pairs.map(([a]) => a),
        0.5,
      ),
    ),
    nsOther: Math.round(
      quantile(
        pairs.map(([, b]) => b),
        0.5,
      ),
    ),
    ratio: quantile(ratios, 0.5),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  }
}

function speed() {
  const workloads = [
    ['short ids', 1],
    ['short ids', 100_000],
    ['short ids', 1_000_000],
    ['IPv4 addresses', 100_000],
    ['60-character API keys', 100_000],
  ]
  const rows = []
  for (const [kind, count] of workloads) {
    for (const other of ['bare Map', ...peers]) rows.push(compare('gcra', other, kind, count))
  }
  for (const algorithm of ALGORITHMS.slice(1)) rows.push(compare(algorithm, 'bare Map', 'short ids', 100_000))
  rows.push(compare('gcra, refused', 'gcra', 'short ids', 100_000))
  return rows
}

function space() {
  const rows = []
  for (const name of [...ALGORITHMS, 'bare Map', ...peers]) {
    for (const count of ALGORITHMS.includes(name) || name === 'bare Map'
      ? [1_000_000, 10_000_000]
      : [1_000_000]) {
      if (name === 'sliding-log' && count > 1_000_000) continue
      rows.push({ name, count, ...measure('space', [name, count], ['--expose-gc']) })
    }
  }
  return rows
}

function out(line) {
  process.stdout.write(`${line}\n`)
}

function print({ machine, speed: speeds, space: spaces, pauses }) {
  out(`${machine}\n`)
  out('Decisions a second, ours as a multiple of the other (median and quartiles of paired batches)')
  for (const { ours, other, kind, count, nsOurs, nsOther, ratio, quartiles } of speeds) {
    const spread = `${quartiles[0].toFixed(2)}-${quartiles[1].toFixed(2)}`
    const what = `${ours} : ${other}`.padEnd(40)
    out(
      `${what} ${`${count} ${kind}`.padEnd(30)} ${ratio.toFixed(2).padStart(6)} [${spread}]  ${nsOurs} : ${nsOther} ns`,
    )
  }
  out('\nBytes a key: held after a collection, and resident')
  for (const { name, count, held, resident } of spaces) {
    out(
      `${name.padEnd(24)} ${String(count).padStart(9)} ${held.toFixed(1).padStart(7)} ${resident.toFixed(1).padStart(7)}`,
    )
  }
  const { keys, longestMs, longestWithoutWaitingMs, above5MsWithoutWaiting, callsUpToUs } = pauses
  out(`\nLongest single call while ${keys} keys are inserted: ${longestMs.toFixed(2)} ms`)
  out(
    `without waiting for a processor ${longestWithoutWaitingMs.toFixed(2)} ms, ${above5MsWithoutWaiting} above 5 ms; ` +
      `outside collections ${pauses.longestOutsideCollectionsMs.toFixed(2)} ms`,
  )
  out(`calls by time up to, in us: ${JSON.stringify(callsUpToUs)}`)
}

export default async function bench({ json }) {
  const report = {
    machine: `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`,
    speed: speed(),
    space: space(),
    pauses: measure('pauses', [10_000_000]),
  }
  if (json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
  else print(report)
}
