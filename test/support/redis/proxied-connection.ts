/** One connection through the proxy: what the client asks passes at once, what the server answers as the faults say. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the connections of a proxy look at each time bytes arrive. */
export interface ProxyFaults {
  delayMs: number
  /** How many pieces of replies wait for their delay to end. */
  held: number
  /** Nothing passes, either way. */
  silent: boolean
  /** After how many bytes of the next reply its connection is reset; the connection that reply comes on takes it out. */
  cutAfterBytes: number | undefined
  /** How many connections were cut so. */
  cuts: number
}

export function joinToServer(client: Socket, port: number, faults: ProxyFaults): void {
  // A reset shows as an error before the close; the close is what matters here.
  client.on('error', () => undefined)
  if (faults.silent) {
    client.resume()
    return
  }
  const server = connect({ host: '127.0.0.1', port, noDelay: true })
  server.on('error', () => undefined)
  client.on('data', (chunk) => {
    if (!faults.silent) server.write(chunk)
  })
  client.once('close', () => server.destroy())
  relayReplies(server, client, faults)
}

function relayReplies(server: Socket, client: Socket, faults: ProxyFaults): void {
  let bytesToCut: number | undefined
  let earlier = Promise.resolve()
  /** Acts after the delay, and never before what came earlier, also when the delay has become shorter since. */
  const later = (act: () => void): void => {
    const dueAt = performance.now() + faults.delayMs
    faults.held += 1
    earlier = earlier
      .then(() => waitTill(dueAt))
      .then(() => {
        faults.held -= 1
        act()
      })
  }
  server.on('data', (chunk) => {
    if (faults.silent) return
    bytesToCut ??= takeCut(faults)
    if (bytesToCut === undefined) {
      later(() => void client.write(chunk))
      return
    }
    const passing = chunk.subarray(0, bytesToCut)
    bytesToCut -= passing.length
    const isEnd = bytesToCut === 0
    if (isEnd) server.destroy()
    later(() => {
      if (passing.length === 0) cut(client, faults)
      else client.write(passing, () => isEnd && cut(client, faults))
    })
  })
  server.once('close', (failed) => {
    if (faults.silent || bytesToCut === 0) return
    later(() => void (failed ? client.resetAndDestroy() : client.end()))
  })
}

function takeCut(faults: ProxyFaults): number | undefined {
  const bytes = faults.cutAfterBytes
  faults.cutAfterBytes = undefined
  return bytes
}

function cut(client: Socket, faults: ProxyFaults): void {
  faults.cuts += 1
  client.resetAndDestroy()
}

async function waitTill(dueAt: number): Promise<void> {
  for (let now = performance.now(); now < dueAt; now = performance.now()) await sleep(Math.ceil(dueAt - now))
}
