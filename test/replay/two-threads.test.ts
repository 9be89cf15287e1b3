/** A log that is read on two threads is the log that is read on one. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ClientTable, createLogReader } from 'sluice/simulate'
import { afterAll, expect, test } from 'vitest'
// As it is built, for a thread can run nothing else.
import { logInputs } from '../../packages/server/dist/logs/log-input.js'
import { pushPieces } from '../../packages/server/dist/logs/push-pieces.js'
import { readLog, type ReadLog, type ThreadOptions } from '../../packages/server/dist/logs/read-log.js'

const logs = new URL('../fixtures/access-logs/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'sluice-threads-'))
afterAll(() => rmSync(folder, { recursive: true }))

const line = '192.0.2.1 - - [01/Jan/2020:12:00:00 +0000] "GET / HTTP/1.1" 200 5'
const oneThread: ThreadOptions = { leastBytes: Infinity, pieceBytes: 1 }

interface Told {
  readonly log: ReadLog | undefined
  readonly unmatched: unknown
  readonly requests: readonly (readonly number[])[]
  readonly names: readonly string[]
}

/** All that can be told apart, the numbers of clients and the order of reasons too. */
async function read(path: string, threads: ThreadOptions, isEnough?: () => boolean): Promise<Told> {
  const clients = new ClientTable()
  const requests: number[][] = []
  const [input] = await logInputs([path])
  const options = { clients, threads, ...(isEnough === undefined ? {} : { isEnough }) }
  const log = await readLog(input!, options, (...request) => requests.push(request))
  const names = Array.from({ length: clients.size }, (_, index) => clients.name(index))
  return { log, unmatched: [...(log?.summary.unmatched ?? [])], requests, names }
}

/** The log again and again: the beginning alone is more than one piece. */
function longLog(name: string): string {
  const stored = readFileSync(new URL(name, logs))
  const bytes = name.endsWith('.gz') ? gunzipSync(stored) : stored
  const path = join(folder, name.replaceAll('/', '-'))
  writeFileSync(path, Buffer.concat(Array.from({ length: Math.ceil(400_000 / bytes.length) }, () => bytes)))
  return path
}

const files = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(log|jsonl|tsv|csv)(\.gz)?$/.test(name) && !/syslog\.gz|error\.log/.test(name),
)

test.each(files)('%s reads the same on two threads', async (name) => {
  const path = longLog(name)
  const expected = await read(path, oneThread)
  for (const pieceBytes of [1009, 40_000]) {
    // oxlint-disable-next-line no-await-in-loop -- two threads are what this machine may have
    expect(await read(path, { leastBytes: 0, areAwaited: true, pieceBytes })).toEqual(expected)
  }
})

test('a log that is shorter than its beginning, empty or missing is read as ever', async () => {
  const path = join(folder, 'short.log')
  writeFileSync(path, line)
  const threads = { leastBytes: 0, areAwaited: true, pieceBytes: 100 }
  expect((await read(path, threads)).requests).toHaveLength(1)
  truncateSync(path)
  await expect(read(path, threads)).rejects.toMatchObject({ code: 'ERR_UNKNOWN_LOG_FORMAT' })
  await expect(read(join(folder, 'none.log'), threads)).rejects.toThrow('there is no such file')
  await expect(read(folder, threads)).rejects.toThrow('it is a folder')
})

test('reading ends early where it is enough, and the thread with it', async () => {
  const path = longLog('zanbil-shop-2019.nginx.log')
  let asked = 0
  const { log } = await read(path, { leastBytes: 0, areAwaited: true, pieceBytes: 5000 }, () => ++asked === 3)
  expect({ log, asked }).toEqual({ log: undefined, asked: 3 })
})

test('a file that can no longer be read is one clear line, whichever thread reads', async () => {
  const head = new TextEncoder().encode(`${line}\n`.repeat(2000))
  const source = { format: 'common', fields: {}, head } as const
  const pieces = { path: 'gone.log', fd: 2 ** 30, from: head.length, to: 2 ** 20, pieceBytes: 1000 }
  const options = { onBytes: () => undefined, isEnough: () => false }
  for (const awaitsHelper of [true, false]) {
    const reader = createLogReader({}, () => undefined)
    const pushed = pushPieces({ beginning: head, pieces, source }, reader, { ...options, awaitsHelper })
    // oxlint-disable-next-line no-await-in-loop -- two threads are what this machine may have
    await expect(pushed).rejects.toThrow(/^cannot read gone\.log: [^\n]+$/)
  }
})

test('what a request makes go wrong is thrown, and the thread is ended', async () => {
  const path = longLog('zanbil-shop-2019.nginx.log')
  const [input] = await logInputs([path])
  let requests = 0
  const sink = (): void => {
    if (++requests === 1200) throw new RangeError('too much')
  }
  await expect(
    readLog(input!, { threads: { leastBytes: 0, areAwaited: true, pieceBytes: 10_000 } }, sink),
  ).rejects.toThrow('too much')
})
