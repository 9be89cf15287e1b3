// A large access log in Combined Log Format, in order, made from the lines of a real one.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const source = new URL('../../test/fixtures/access-logs/semicomplete-2015.combined.log.gz', import.meta.url)
const START_MS = Date.UTC(2015, 4, 17)
const GAP_MS = 50
/** Each client of the source stands for so many. */
const VARIANTS = 8

/** Writes the log and gives the number of its clients. */
export function writeCombinedLog(file, lines) {
  const lineParts = gunzipSync(readFileSync(source))
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [, first, rest, after] = /^(\d+)(\.\d+\.\d+\.\d+ - - )\[[^\]]*\](.*)$/.exec(line) ?? []
      return first === undefined ? [] : [{ first: Number(first), rest, after }]
    })
  const clients = new Set()
  const out = openSync(file, 'w')
  for (let written = 0; written < lines;) {
    const variant = Math.floor(written / lineParts.length) % VARIANTS
    const part = lineParts.slice(0, lines - written).map(({ first, rest, after }, i) => {
      const client = `${(first + variant * 29) % 256}${rest}`
      clients.add(client)
      return `${client}[${clfTime(START_MS + (written + i) * GAP_MS)}]${after}\n`
    })
    writeSync(out, Buffer.from(part.join(''), 'latin1'))
    written += part.length
  }
  closeSync(out)
  return clients.size
}

/** `17/May/2015:10:05:03 +0000` */
function clfTime(ms) {
  const [, day, month, year, time] = new Date(ms).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}
