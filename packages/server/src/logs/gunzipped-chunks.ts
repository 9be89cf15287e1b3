import { createGunzip, type Gunzip } from 'node:zlib'
import { DamagedInput } from './damaged-input.ts'

/** Compressed bytes at a time, which keeps what they expand to small. */
const PIECE_BYTES = 65_536

/** So much of a later member waits until the member is known to be whole. */
const HELD_BACK_BYTES = 65_536

/**
 * Decompresses gzip, also several members one after the other, as appended or rotated logs have.
 *
 * Where the data is cut off, what can be read before counts. A second or later member that is cut off within its first
 * 64 KiB of text is left out as a whole: the members before it have passed their checksums, and it has not.
 *
 * @throws DamagedInput after everything that can be read
 */
export async function* gunzippedChunks(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: HELD_BACK_BYTES * 4 })
  const output = new HeldBack()
  gunzip.on('data', (text: Uint8Array) => output.add(text))
  try {
    for await (const piece of pieces(chunks)) {
      if (beginsMember(piece)) output.beginMember()
      await written(gunzip, piece)
      yield* output.ready()
      // What is no member stands behind the last one: padding, as on a tape.
      if (gunzip.readableEnded) break
    }
    await ended(gunzip)
    output.beginMember()
    yield* output.ready()
  } catch (error) {
    yield* output.ready()
    throw damage(name, error)
  } finally {
    gunzip.destroy()
  }
}

/** Text that has been decompressed, of which the beginning of a later member is held back. */
class HeldBack {
  #ready: Uint8Array[] = []
  #held: Uint8Array[] = []
  #heldBytes = 0
  #members = 0

  /** The member before is whole, as its checksum has been compared. */
  beginMember(): void {
    this.#release()
    this.#members++
  }

  add(text: Uint8Array): void {
    this.#held.push(text)
    this.#heldBytes += text.length
    if (this.#members < 2 || this.#heldBytes > HELD_BACK_BYTES) this.#release()
  }

  ready(): Uint8Array[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  #release(): void {
    this.#ready.push(...this.#held)
    this.#held = []
  }
}

/** Cuts where a member may begin, so that all text before is there when its first byte is written. */
async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 1; at < chunk.length; at++) {
      if (at - from < PIECE_BYTES && !(chunk[at] === 0x1f && beginsMember(chunk.subarray(at)))) continue
      yield chunk.subarray(from, at)
      from = at
    }
    yield chunk.subarray(from)
  }
}

/** By its magic, the method deflate, and flags of which three are not in use (RFC 1952). Data may look so by chance. */
function beginsMember(piece: Uint8Array): boolean {
  return piece[0] === 0x1f && piece[1] === 0x8b && piece[2] === 8 && (piece[3] ?? 0xff) < 0x20
}

function written(gunzip: Gunzip, piece: Uint8Array): Promise<void> {
  return settled(gunzip, (done) => gunzip.write(piece, done))
}

function ended(gunzip: Gunzip): Promise<void> {
  return settled(gunzip, () => gunzip.end())
}

/** What is asked of the stream, its end, or its error: behind these two nothing calls back any more. */
function settled(gunzip: Gunzip, ask: (done: () => void) => void): Promise<void> {
  if (gunzip.readableEnded) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const done = (): void => {
      gunzip.off('error', reject).off('end', done)
      resolve()
    }
    gunzip.once('error', reject).once('end', done)
    ask(done)
  })
}

function damage(name: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new DamagedInput(`${name} is cut off: its gzip data has no end`)
  if (code?.startsWith('Z_') === true)
    return new DamagedInput(`${name} is damaged: its gzip data is wrong (${message})`)
  return error as Error
}
