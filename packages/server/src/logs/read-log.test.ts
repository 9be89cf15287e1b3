import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { logInputs, type LogInput } from './log-input.ts'
import { plainChunks } from './plain-chunks.ts'
import { readLog, type ReadLog } from './read-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-read-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

function lines(count: number, firstHost = 1): string {
  return Array.from(
    { length: count },
    (_, i) =>
      `192.0.2.${(firstHost + i) % 256} - - [10/Oct/2000:13:55:36 +0000] "GET /${i} HTTP/1.1" 200 ${i}\n`,
  ).join('')
}

async function inputOf(path: string): Promise<LogInput> {
  return (await logInputs([path])).at(0)!
}

async function read(name: string, content: Uint8Array | string): Promise<ReadLog | undefined> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const input = await inputOf(path)
  return readLog(input, {}, () => undefined)
}

describe('gzip', () => {
  test('is known by its first bytes, not by the name of the file', async () => {
    expect((await read('plain-name.log', gzipSync(lines(3))))?.summary.matched).toBe(3)
    expect((await read('not-compressed.log.gz', lines(3)))?.summary.matched).toBe(3)
  })

  // Case B77.
  test('with several members is read to the end', async () => {
    const joined = Buffer.concat([gzipSync(lines(3)), gzipSync(lines(4, 4))])
    const result = await read('joined.gz', joined)
    expect(result?.summary.matched).toBe(7)
    expect(result?.damage).toBeUndefined()
  })

  // Case B77.
  test('that is cut off in its second member gives the lines of the first, and says so', async () => {
    const [first, second] = [gzipSync(lines(3)), gzipSync(lines(4, 4))]
    for (let kept = 1; kept < second.length; kept++) {
      const result = await read('cut.gz', Buffer.concat([first, second.subarray(0, kept)]))
      expect([kept, result?.summary.matched]).toEqual([kept, 3])
      expect(result?.damage?.message).toContain('cut.gz is cut off')
    }
  })

  test('that is cut off gives the lines before, and says so', async () => {
    const whole = gzipSync(lines(20_000))
    const result = await read('half.gz', whole.subarray(0, whole.length / 2))
    expect(result?.summary.matched).toBeGreaterThan(8000)
    expect(result?.summary.matched).toBeLessThan(12_000)
    expect(result?.damage?.message).toMatch(/half\.gz is cut off/)
  })

  test('with many members, of which the last long one is cut off, gives what can be read of it', async () => {
    const long = gzipSync(lines(20_000))
    const members = [gzipSync(lines(3)), long, gzipSync(lines(4)), long.subarray(0, long.length / 2)]
    const result = await read('members.gz', Buffer.concat(members))
    expect(result?.summary.matched).toBeGreaterThan(28_000)
    expect(result?.damage).toBeDefined()
  })

  test('that is damaged gives the lines before, and says so', async () => {
    const first = gzipSync(lines(20_000))
    const damaged = gzipSync(lines(4))
    damaged.writeUInt32LE(0, damaged.length - 8)
    const result = await read('damaged.gz', Buffer.concat([first, damaged]))
    expect(result?.summary.matched).toBe(20_000)
    expect(result?.damage?.message).toMatch(/damaged\.gz is damaged/)
    await expect(read('all-damaged.gz', damaged)).rejects.toThrow(/all-damaged\.gz is damaged/)
  })

  test('may be followed by zeros, as on a tape', async () => {
    const result = await read('padded.gz', Buffer.concat([gzipSync(lines(3)), Buffer.alloc(1024)]))
    expect(result?.summary.matched).toBe(3)
  })

  test('that holds nothing at all is an empty log', async () => {
    await expect(read('nothing.gz', gzipSync(''))).rejects.toMatchObject({ code: 'ERR_UNKNOWN_LOG_FORMAT' })
  })
})

test('another compression is named, with what to do', async () => {
  const zstandard = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4])
  await expect(read('a.zst', zstandard)).rejects.toThrow(/Zstandard.*zstdcat/)
})

test('bytes that come one at a time make the same text', async () => {
  for (const stored of [Buffer.from(lines(5)), gzipSync(lines(5))]) {
    const text: Uint8Array[] = []
    const single = Readable.from(Array.from(stored, (byte) => Uint8Array.of(byte)))
    for await (const chunk of plainChunks('log', single, () => undefined)) text.push(chunk.slice())
    expect(Buffer.concat(text).toString()).toBe(lines(5))
  }
})

test('files longer than the buffers are read to their end, and every byte is told', async () => {
  const path = join(folder, 'long.log')
  writeFileSync(path, lines(40_000))
  const input = await inputOf(path)
  const told: number[] = []
  const result = await readLog(input, { onBytes: (bytes) => told.push(bytes) }, () => undefined)
  expect(result?.summary.matched).toBe(40_000)
  expect(told.at(-1)).toBe(input.bytes)
})

test('reading ends early where it is enough', async () => {
  const path = join(folder, 'long.log')
  writeFileSync(path, lines(40_000))
  const input = await inputOf(path)
  expect(await readLog(input, { isEnough: () => true }, () => undefined)).toBeUndefined()
})

test.each([
  ['missing', 'no-such-file.log', /cannot read .*: there is no such file/],
  ['a folder', '.', /cannot read .*: it is a folder/],
  ['below a file', 'long.log/x', /cannot read .*: there is no such file/],
])('a log that is %s is one clear line', async (_, name, message) => {
  const input = await inputOf(join(folder, name))
  await expect(readLog(input, {}, () => undefined)).rejects.toThrow(message)
})

test('standard input can be named once', async () => {
  await expect(logInputs(['-', '-'])).rejects.toThrow('standard input can be read only once')
})
