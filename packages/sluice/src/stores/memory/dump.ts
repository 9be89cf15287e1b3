/**
 * A dump of a limiter's memory, so that a restart does not hand everybody a full allowance: little-endian bytes of
 *
 *     magic "SLUICE" and two bytes of version; the seed of the fingerprints; the number of limits; then for each limit
 *     its description (length and UTF-8 bytes), its keys (how many; then halves of the fingerprint, how many numbers,
 *     the numbers) and its blocks (how many; then halves of the fingerprint, the end); last, CRC-32 of all before.
 *
 * Keys themselves are not in it, only seeded fingerprints together with their seed: whoever has a dump can test whether
 * a key they know is in it, so it deserves the care that the keys deserve.
 */
import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { crc32 } from './crc32.ts'
import { SEED_LENGTH } from './key-hash.ts'
import type { LimitTable } from './limit-table.ts'

const MAGIC = [0x53, 0x4c, 0x55, 0x49, 0x43, 0x45]
const VERSION = 1

export function dumpTables(
  seed: Uint32Array,
  tables: readonly LimitTable[],
  names: readonly string[],
): Uint8Array {
  const writer = new ByteWriter()
  for (const byte of MAGIC) writer.u8(byte)
  writer.u16(VERSION)
  for (const word of seed) writer.u32(word)
  writer.u32(tables.length)
  for (const [index, table] of tables.entries()) dumpTable(writer, table, names[index] as string)
  writer.u32(crc32(writer.bytes()))
  return writer.bytes()
}

function dumpTable(writer: ByteWriter, table: LimitTable, name: string): void {
  table.settleMoved()
  writer.text(describe(table, name))
  writer.u32(table.slots.size)
  table.slots.each((page, at) => {
    writer.i32(page.i32[2 * at] as number)
    writer.i32(page.i32[2 * at + 1] as number)
    const numbers = table.rows.toNumbers(table.rows.read(page, at))
    writer.u32(numbers.length)
    for (const number of numbers) writer.f64(number)
  })
  writer.u32(table.blocks.size)
  for (const [high, low, untilMs] of table.blocks.entries()) {
    writer.i32(high)
    writer.i32(low)
    writer.f64(untilMs)
  }
}

/** What must be the same for a dump to fit: the name of the limit, its algorithm and all its numbers. */
function describe({ limit }: LimitTable, name: string): string {
  return `${name}: ${limit.algorithm.name}, ${limit.summary}`
}

/**
 * Puts the keys of a dump in the place of those that are there, and gives the seed of their fingerprints. Nothing is
 * changed unless all of the dump is good.
 *
 * @throws SluiceError `ERR_DAMAGED_DUMP`, `ERR_DUMP_MISMATCH`
 */
export function restoreTables(
  dump: unknown,
  tables: readonly LimitTable[],
  names: readonly string[],
): Uint32Array {
  const reader = checked(dump)
  const { seed, puts } = readAll(reader, tables, names, dump)
  for (const table of tables) table.clear()
  for (const put of puts) put()
  return seed
}

function readAll(
  reader: ByteReader,
  tables: readonly LimitTable[],
  names: readonly string[],
  dump: unknown,
): { seed: Uint32Array; puts: (() => void)[] } {
  try {
    const seed = Uint32Array.from({ length: SEED_LENGTH }, () => reader.u32())
    const limits = reader.u32()
    if (limits !== tables.length) throw mismatch(`${limits} limits`, `${tables.length}`)
    const puts = tables.map((table, index) =>
      readTable(reader, table, describe(table, names[index] as string)),
    )
    return { seed, puts }
  } catch (error) {
    throw error instanceof RangeError ? damaged('it ends too early', dump) : error
  }
}

/** Reads all that a dump holds of one limit, and gives back what puts it there. */
function readTable(reader: ByteReader, table: LimitTable, wanted: string): () => void {
  const found = reader.text()
  if (found !== wanted) throw mismatch(shown(found), shown(wanted))
  const keys = Array.from({ length: reader.u32() }, () => {
    const high = reader.i32()
    const low = reader.i32()
    const numbers = Array.from({ length: reader.u32() }, () => reader.f64())
    return { high, low, state: table.rows.fromNumbers(numbers) }
  })
  const blocks = Array.from(
    { length: reader.u32() },
    () => [reader.i32(), reader.i32(), reader.f64()] as const,
  )
  return () => {
    for (const { high, low, state } of scattered(keys)) table.put(high, low, state)
    for (const [high, low, untilMs] of blocks) table.blocks.set(high, low, untilMs, table.nowMs)
  }
}

/**
 * All items, in an order that is spread over them evenly from its first items on. A dump holds keys in the order of
 * their slots; put into a smaller table in that order they would crowd at its start.
 */
function* scattered<T>(items: readonly T[]): Iterable<T> {
  let step = Math.ceil(0.618 * items.length)
  while (greatestCommonDivisor(step, items.length) > 1) step++
  for (let count = 0, index = 0; count < items.length; count++, index = (index + step) % items.length)
    yield items[index] as T
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

function checked(dump: unknown): ByteReader {
  if (!(dump instanceof Uint8Array))
    throw damaged(`it must be the bytes that dump() gave; found ${shown(dump)}`, dump)
  const reader = new ByteReader(dump)
  if (dump.length < MAGIC.length + 6 || MAGIC.some((byte) => reader.u8() !== byte)) {
    throw damaged('it does not start as a dump does', dump)
  }
  const version = reader.u16()
  if (version !== VERSION) throw damaged(`its version is ${version}, and this release reads ${VERSION}`, dump)
  if (new ByteReader(dump.subarray(-4)).u32() !== crc32(dump.subarray(0, -4))) {
    throw damaged('its checksum is wrong, so bytes of it are missing or changed', dump)
  }
  return reader
}

function damaged(why: string, dump: unknown): SluiceError {
  return new SluiceError('ERR_DAMAGED_DUMP', `The dump cannot be restored: ${why}. Nothing was changed.`, {
    field: 'dump',
    value: dump,
  })
}

function mismatch(found: string, wanted: string): SluiceError {
  return new SluiceError(
    'ERR_DUMP_MISMATCH',
    `The dump is of other limits: it holds ${found} where this limiter has ${wanted}. Nothing was changed.`,
    { field: 'dump', value: found },
  )
}
