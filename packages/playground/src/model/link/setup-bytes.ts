/** A setup as bytes: flags, cost, shown lanes, then one lane's numbers, or all lanes' where they differ. */
import { laneNames, type LaneName } from '../lane-name.ts'
import { limitOf } from '../limit-of.ts'
import type { LaneSettings, Setup } from '../setup.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

const LINKED = 1
const ALL_ALIKE = 2

/** Readings by their number; 0 is none. */
const readings = [undefined, 'size', 'queue'] as const

/** @throws SluiceError if the numbers of a lane are no limit of the library */
export function writeSetup(writer: ByteWriter, { linked, lanes, shown, cost }: Setup): void {
  checkLanes(lanes)
  const all = laneNames.map((name) => lanes[name])
  const areAlike = all.every((settings) => isSame(settings, all[0]!))
  writer.byte((linked ? LINKED : 0) | (areAlike ? ALL_ALIKE : 0))
  writer.whole(cost)
  writer.whole(shown.length)
  for (const name of shown) writer.whole(laneNames.indexOf(name))
  for (const settings of areAlike ? all.slice(0, 1) : all) writeLane(writer, settings)
}

/** @throws SluiceError as `writeSetup` */
export function readSetup(reader: ByteReader): Setup {
  const flags = reader.whole(LINKED | ALL_ALIKE)
  const cost = reader.whole()
  const shown = Array.from({ length: reader.whole(laneNames.length) }, () => laneNames[reader.whole(5)]!)
  const first = readLane(reader)
  const entries = laneNames.map((name, i): [LaneName, LaneSettings] => [
    name,
    i === 0 || (flags & ALL_ALIKE) !== 0 ? first : readLane(reader),
  ])
  const lanes = Object.fromEntries(entries) as Record<LaneName, LaneSettings>
  checkLanes(lanes)
  return { linked: (flags & LINKED) !== 0, lanes, shown: [...new Set(shown)], cost }
}

function checkLanes(lanes: Setup['lanes']): void {
  for (const name of laneNames) limitOf(name, lanes[name])
}

function writeLane(writer: ByteWriter, { limit, windowMs, burst, rate, reading }: LaneSettings): void {
  for (const number of [limit, windowMs, burst, rate.amount, rate.periodMs]) writer.whole(number)
  writer.byte(readings.indexOf(reading))
}

function readLane(reader: ByteReader): LaneSettings {
  const limit = reader.whole()
  const windowMs = reader.whole()
  const burst = reader.whole()
  const rate = { amount: reader.whole(), periodMs: reader.whole() }
  const reading = readings[reader.whole(readings.length - 1)]
  return { limit, windowMs, burst, rate, ...(reading === undefined ? {} : { reading }) }
}

function isSame(one: LaneSettings, other: LaneSettings): boolean {
  return (
    one.limit === other.limit &&
    one.windowMs === other.windowMs &&
    one.burst === other.burst &&
    one.rate.amount === other.rate.amount &&
    one.rate.periodMs === other.rate.periodMs &&
    one.reading === other.reading
  )
}
