/** HTTP Archive 1.2: one JSON document whose entries are the requests. It names no client, so there is one, `*`. */
import { SluiceError } from '../../../errors.ts'
import { readIsoTime } from '../iso-time.ts'
import type { LogSource } from '../log-format.ts'
import { Stamp } from '../stamp.ts'
import { decodeText, encodeText } from '../text.ts'

export class HarReader {
  readonly #source: LogSource
  readonly #chunks: Uint8Array[] = []
  #length = 0

  constructor(source: LogSource) {
    this.#source = source
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(new Uint8Array(chunk))
    this.#length += chunk.length
  }

  end(): void {
    const { tally, clients, onEntry } = this.#source
    const client = clients.indexOfText('*')
    const stamp = new Stamp()
    for (const entry of this.#entries()) {
      tally.lines++
      onEntry?.(entry)
      const started = encodeText(startOf(entry))
      if (started.length > 0 && readIsoTime(started, 0, started.length, stamp) === started.length) {
        tally.request(stamp.ms, stamp.resolutionMs, client, 1)
      } else {
        const shown = encodeText(JSON.stringify(entry).slice(0, 1000))
        tally.leaveOut('the time cannot be read', shown, 0, shown.length)
      }
    }
  }

  #entries(): readonly unknown[] {
    const text = new Uint8Array(this.#length)
    let at = 0
    for (const chunk of this.#chunks) {
      text.set(chunk, at)
      at += chunk.length
    }
    try {
      const archive: unknown = JSON.parse(decodeText(text, 0, text.length))
      const entries = memberOf(memberOf(archive, 'log'), 'entries')
      if (Array.isArray(entries)) return entries
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new SluiceError('ERR_UNKNOWN_LOG_FORMAT', `the HAR cannot be read as one JSON document: ${why}`)
    }
    throw new SluiceError('ERR_UNKNOWN_LOG_FORMAT', 'the HAR has no list log.entries')
  }
}

function startOf(entry: unknown): string {
  const started = memberOf(entry, 'startedDateTime')
  return typeof started === 'string' ? started : ''
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}
