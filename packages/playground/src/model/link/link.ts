/**
 * The whole picture as part of an address: version, setup, traffic and place in time, then a checksum, as base64url. An
 * address that was made once stays readable: a new form gets a new version.
 */
import { SluiceError } from 'sluice'
import type { Setup } from '../setup.ts'
import type { Traffic } from '../traffic.ts'
import { base64url, fromBase64url } from './base64url.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { checksum } from './checksum.ts'
import { LinkError } from './link-error.ts'
import { readSetup, writeSetup } from './setup-bytes.ts'
import { readTraffic, writeTraffic } from './traffic-bytes.ts'

const VERSION = 1

/** Everything that a picture is made of. */
export interface Picture {
  readonly setup: Setup
  readonly traffic: Traffic
  /** The place in time; a fraction of a millisecond is cut. */
  readonly nowMs: number
  /** How many requests are shown, where they are stepped through. */
  readonly shown: number
  readonly speed: number
}

/** What went wrong, in words for people. */
export interface LinkFault {
  readonly ok: false
  readonly message: string
}

export type EncodedLink = { readonly ok: true; readonly hash: string } | LinkFault
export type DecodedLink = { readonly ok: true; readonly picture: Picture } | LinkFault

/** The picture as text for the part of an address after `#`; a fault if there are too many requests to fit. */
export function encodeLink({ setup, traffic, nowMs, shown, speed }: Picture): EncodedLink {
  return orFault(() => {
    const writer = new ByteWriter()
    writer.whole(VERSION)
    writeSetup(writer, setup)
    writeTraffic(writer, traffic)
    writer.whole(Math.floor(nowMs))
    writer.whole(shown)
    writer.float(speed)
    const sum = checksum(writer.bytes)
    writer.byte(sum >>> 8)
    writer.byte(sum & 0xff)
    return { ok: true, hash: base64url(writer.bytes) }
  })
}

/** The picture of an address, with or without its `#`; a fault for anything that `encodeLink` did not make. */
export function decodeLink(hash: string): DecodedLink {
  return orFault(() => {
    const bytes = fromBase64url(hash.startsWith('#') ? hash.slice(1) : hash)
    const body = bytes.subarray(0, -2)
    const sum = (bytes.at(-2) ?? 0) * 256 + (bytes.at(-1) ?? 0)
    if (body.length === 0 || checksum(body) !== sum) throw new LinkError('The link is damaged or cut off.')
    const reader = new ByteReader(body)
    if (reader.whole() !== VERSION) throw new LinkError('The link was made by a newer version of this page.')
    const setup = readSetup(reader)
    const traffic = readTraffic(reader)
    const picture = {
      setup,
      traffic,
      nowMs: reader.whole(),
      shown: reader.whole(traffic.size),
      speed: reader.float(),
    }
    reader.end()
    if (!(picture.speed > 0 && picture.speed <= 1000)) throw new LinkError('The link holds no speed.')
    return { ok: true, picture }
  })
}

function orFault<Result>(make: () => Result): Result | LinkFault {
  try {
    return make()
  } catch (error) {
    if (error instanceof LinkError || error instanceof SluiceError)
      return { ok: false, message: error.message }
    throw error
  }
}
