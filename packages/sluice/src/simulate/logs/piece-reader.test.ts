/** A log read in pieces, by several readers, is the log read as a whole. */
import { readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLog, type ReadLog, type ReadRequest } from '../../../../../test/support/read-log.ts'
import { ClientTable } from './client-table.ts'
import { createLogReader, type LogReaderOptions } from './log-reader.ts'
import { PieceReader } from './piece-reader.ts'

const logs = new URL('../../../../../test/fixtures/access-logs/', import.meta.url)

/** The first `opening` bytes as they are, until the format is known, and the rest in pieces cut at the given places. */
function readInPieces(
  bytes: Uint8Array,
  opening: number,
  cuts: readonly number[],
  options: LogReaderOptions = {},
): ReadLog | undefined {
  const clients = new ClientTable()
  const requests: ReadRequest[] = []
  const reader = createLogReader({ ...options, clients }, (timeMs, client, cost) =>
    requests.push({ timeMs, client: clients.name(client), cost }),
  )
  reader.push(bytes.subarray(0, opening))
  const source = reader.pieceSource
  if (source === undefined) return undefined
  const readers = [new PieceReader(source, 0), new PieceReader(source, 1), new PieceReader(source, 2)]
  const places = [opening, ...cuts.map((cut) => opening + (cut % (bytes.length - opening + 1))), bytes.length]
  places.sort((a, b) => a - b)
  // All are read before the first is pushed, which is as far ahead as a reader can be.
  const pieces = places.slice(1).map((end, index) => {
    const part = Buffer.from(bytes.subarray(places[index], end))
    const piece = readers[index % readers.length]!.read(part)
    part.fill(0x2a)
    return piece
  })
  for (const piece of pieces) reader.pushPiece(structuredClone(piece))
  return { summary: reader.end(), requests, clients }
}

/** All that can be told apart, the order of clients and of reasons too. */
function told({ summary, requests, clients }: ReadLog): unknown {
  const names = Array.from({ length: clients.size }, (_, index) => clients.name(index))
  return { ...summary, unmatched: [...summary.unmatched], requests, names }
}

function repeated(bytes: Uint8Array, length: number): Uint8Array {
  return Buffer.concat(Array.from({ length: Math.ceil(length / bytes.length) }, () => bytes))
}

/** A reader knows the format once it has 64 KiB. */
const OPENING = 70_001

const files = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(log|jsonl)(\.gz)?$/.test(name),
)
const withFieldNames = files.filter((name) => name.includes('.w3c.'))
const noRequests = 'formats/nginx-limit-req.error.log'

function longLog(name: string): Uint8Array {
  const stored = readFileSync(new URL(name, logs))
  return repeated(name.endsWith('.gz') ? gunzipSync(stored) : stored, 2 * OPENING)
}

test.each(files.filter((name) => !withFieldNames.includes(name) && name !== noRequests))(
  '%s reads the same in pieces',
  (name) => {
    const bytes = longLog(name)
    for (const pieceBytes of [317, 4096, 50_000]) {
      const cuts = Array.from(
        { length: Math.ceil(bytes.length / pieceBytes) },
        (_, index) => index * pieceBytes,
      )
      expect(told(readInPieces(bytes, OPENING, cuts)!)).toEqual(told(readLog(bytes)))
    }
  },
)

test.each(withFieldNames)('%s, whose lines may name the fields, is not read in pieces', (name) => {
  expect(readInPieces(longLog(name), OPENING, [])).toBeUndefined()
})

const line = fc.oneof(
  { weight: 5, arbitrary: fc.nat(40).chain((client) => requestLine(`192.0.2.${client}`)) },
  { weight: 1, arbitrary: requestLine('[2001:db8::1]:443') },
  fc.constantFrom(
    '',
    '   ',
    'not a request',
    '192.0.2.1 - - [nonsense] "GET / HTTP/1.1" 200 5',
    '"'.repeat(600),
  ),
  fc.string({ maxLength: 300 }),
)

function requestLine(client: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 0, max: 59 }), fc.constantFrom('', ' "-" "agent"', ' "\\"" "x'), fc.nat(200))
    .map(([second, fields, length]) => {
      const stamp = `[01/Jan/2020:12:00:${String(second).padStart(2, '0')} +0000]`
      return `${client} - - ${stamp} "GET /${'a'.repeat(length)} HTTP/1.1" 200 5${fields}`
    })
}

const opening = Buffer.from(
  '192.0.2.1 - - [01/Jan/2020:12:00:00 +0000] "GET / HTTP/1.1" 200 5\n'.repeat(1600),
)

test('wherever the text is cut, and whatever its lines are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 60 }),
      fc.constantFrom('', 'unfinished', '\r'),
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.constantFrom(
        {},
        { format: 'json', keyField: '' } as const,
        { format: 'json', costField: 'n' } as const,
      ),
      (lines, rest, cuts, options) => {
        const text = lines.map(([content, end]) => content + end).join('') + rest
        const log = Buffer.concat([opening, Buffer.from(text)])
        const bytes = 'format' in options ? asJson(log) : log
        expect(told(readInPieces(bytes, OPENING, cuts, options)!)).toEqual(told(readLog(bytes, options)))
      },
    ),
    { numRuns: 200 },
  )
})

/** Every line as a JSON record with a time and a cost, but for those that are no requests. */
function asJson(bytes: Buffer): Buffer {
  const lines = bytes.toString().split('\n')
  const records = lines.map((text, index) =>
    text.startsWith('192')
      ? JSON.stringify({ time: 1_577_880_000 + (index % 60), client: text.slice(0, 12), n: index % 3 })
      : text,
  )
  return Buffer.from(records.join('\n'))
}

test('a line longer than many pieces is left out as it is from the whole', () => {
  const long = Buffer.alloc(17 * 1024 * 1024, 'x')
  const bytes = Buffer.concat([opening, long, Buffer.from('\n'), opening])
  const cuts = Array.from({ length: 20 }, (_, index) => index * 1_000_003)
  const read = readInPieces(bytes, opening.length, cuts)
  expect([...read!.summary.unmatched.keys()]).toEqual(['longer than 16 MiB'])
  expect(told(read!)).toEqual(told(readLog(bytes)))
})

test('an unknown format takes no pieces', () => {
  const reader = createLogReader({}, () => undefined)
  const source = { format: 'combined', fields: {}, head: opening } as const
  const piece = new PieceReader(source, 0).read(opening)
  expect(() => reader.pushPiece(piece)).toThrow(expect.objectContaining({ code: 'ERR_UNKNOWN_LOG_FORMAT' }))
})
