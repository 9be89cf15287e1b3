/** Logs that come through a pipe, which only a process can show. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const command = new URL('../../packages/server/bin/sluice.js', import.meta.url).pathname
const env = { ...process.env, NODE_EXTRA_CA_CERTS: '', NO_COLOR: '1' }

interface Ended {
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
}

async function replay(input: string | Uint8Array, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [command, 'replay', ...args, '--limit', '2/10s', '--json'], { env })
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  child.stdin.on('error', () => undefined).end(input)
  const [[code], stdout, stderr] = await ended
  return { code, stdout, stderr }
}

function line(second: number): string {
  const time = new Date(Date.UTC(2020, 0, 1, 12) + second * 1000).toISOString().slice(11, 19)
  return `192.0.2.1 - - [01/Jan/2020:${time} +0000] "GET / HTTP/1.1" 200 5\n`
}

const threeLines = line(2) + line(1) + line(3)

test.each([
  ['named by a dash', threeLines, ['-']],
  ['not named at all', threeLines, []],
  ['compressed', gzipSync(threeLines), []],
  ['said to be sorted, with lines a little late', threeLines, ['--sorted']],
])('a log on standard input that is %s is replayed in the order of its times', async (_, input, args) => {
  const { code, stdout, stderr } = await replay(input, ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    logs: [{ file: '-', matched: 3, outOfOrder: 1, limits: [{ algorithms: { gcra: { refused: 1 } } }] }],
  })
})

test('a log far out of order is sorted, unless it was said to be sorted', async () => {
  const late = Array.from({ length: 140_000 }, (_, i) => line(60 + Math.floor(i / 1000))).join('') + line(0)
  const [held, streamed] = await Promise.all([replay(late), replay(late, '--sorted')])
  expect(held.code).toBe(0)
  expect(JSON.parse(held.stdout)).toMatchObject({
    logs: [{ matched: 140_001, firstMs: Date.UTC(2020, 0, 1, 12) }],
  })
  expect(streamed).toMatchObject({ code: 1, stdout: '' })
  expect(streamed.stderr).toMatch(/^sluice: standard input is not sorted: [^\n]*leave out --sorted\n$/)
})

test('an empty pipe is one clear line', async () => {
  expect(await replay('')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'sluice: standard input: the log is empty\n',
  })
})
