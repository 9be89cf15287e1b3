/**
 * The two layouts of Nginx Proxy Manager, which stand in one log with combined lines:
 *
 *     [24/Jan/2022:16:51:02 +0000] - 404 404 - GET http host "/path" [Client 192.0.2.1] [Length 192] ...
 */
import { clientAt } from '../client-address.ts'
import type { ClfTime } from '../clf-time.ts'
import type { LogSource } from '../log-format.ts'
import { encodeText } from '../text.ts'

const CLIENT_TAG = encodeText(' [Client ')

/** Reads such a line and reports its request; false, with nothing reported, if it is none. */
export function readProxyManagerLine(
  source: LogSource,
  time: ClfTime,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const afterTime = time.read(bytes, start, end)
  if (afterTime < 0) return false
  // A view that ends with the line, since a search may not run on through lines that follow.
  const line = bytes.subarray(0, end)
  const quote = line.indexOf(34, afterTime)
  const tag = quote < 0 ? 0 : line.indexOf(34, quote + 1) + 1
  if (tag === 0 || !CLIENT_TAG.every((byte, index) => line[tag + index] === byte)) return false
  const client = tag + CLIENT_TAG.length
  const bracket = line.indexOf(93, client)
  if (bracket <= client) return false
  source.tally.request(
    time.stamp.ms,
    time.stamp.resolutionMs,
    clientAt(source.clients, bytes, client, bracket),
    1,
  )
  return true
}
