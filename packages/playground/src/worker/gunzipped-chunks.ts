/**
 * Decompresses gzip, also several members one after the other, as appended and rotated logs have.
 *
 * `DecompressionStream` takes exactly one member and calls anything behind it a fault. So the file is looked through
 * for what may be the beginning of a member, and each stretch between two of them is decompressed by itself. Compressed
 * data may look like a beginning by chance; then the stretch ends too early, and is taken again up to the next one, less
 * what has been given out.
 */
import { chunksOf, type ByteProgress } from './stream-chunks.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** How often a stretch is made longer before the data counts as damaged. */
const MOST_EXTENSIONS = 8

/** A stream that fails drops what it has not handed on. In pieces as small as this little is lost of damaged data. */
const SMALL_PIECE_BYTES = 512

export async function* gunzippedChunks(file: Blob, onBytes: ByteProgress): AsyncGenerator<Uint8Array> {
  const starts = [...(await memberStarts(file)), file.size]
  for (let member = 0; member + 1 < starts.length;) {
    member = yield* stretchFrom(file, starts, member, onBytes)
  }
}

/** Gives out the text of one member and returns which start comes after it. */
async function* stretchFrom(
  file: Blob,
  starts: readonly number[],
  member: number,
  onBytes: ByteProgress,
): AsyncGenerator<Uint8Array, number> {
  const from = starts[member]!
  const lastEnd = Math.min(starts.length - 1, member + MOST_EXTENSIONS)
  let given = 0
  let end = member + 1
  let pieceBytes = Infinity
  for (;;) {
    let seen = 0
    try {
      const chunks = decompressed(file.slice(from, starts[end]), pieceBytes, (bytes) => onBytes(from + bytes))
      // oxlint-disable-next-line no-await-in-loop -- a longer stretch is tried once the shorter one has failed
      for await (const chunk of chunks) {
        const fresh = chunk.subarray(Math.max(0, given - seen))
        seen += chunk.length
        given = Math.max(given, seen)
        if (fresh.length > 0) yield fresh
      }
      return end
    } catch (error) {
      // A file that cannot be read any more fails with a DOMException; anything else is the fault of the data.
      if (error instanceof DOMException) throw error
      if (pieceBytes === SMALL_PIECE_BYTES)
        throw new UnreadableFile('The gzip data of this file is damaged or cut off.')
      if (end === lastEnd) pieceBytes = SMALL_PIECE_BYTES
      else end += 1
    }
  }
}

function decompressed(data: Blob, pieceBytes: number, onBytes: ByteProgress): AsyncGenerator<Uint8Array> {
  let bytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += pieceBytes)
        controller.enqueue(chunk.subarray(at, at + pieceBytes))
      bytes += chunk.length
      onBytes(bytes)
    },
  })
  return chunksOf(data.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')))
}

/** Where a member may begin: by its magic, the method deflate, and flags of which three are not in use (RFC 1952). */
async function memberStarts(file: Blob): Promise<number[]> {
  const starts: number[] = []
  let held = new Uint8Array(0)
  let heldAt = 0
  for await (const chunk of chunksOf(file.stream())) {
    const bytes = new Uint8Array(held.length + chunk.length)
    bytes.set(held)
    bytes.set(chunk, held.length)
    for (let at = bytes.indexOf(0x1f); at >= 0 && at + 3 < bytes.length; at = bytes.indexOf(0x1f, at + 1)) {
      if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && bytes[at + 3]! < 0x20) starts.push(heldAt + at)
    }
    // A beginning may lie across two chunks.
    const kept = Math.max(0, bytes.length - 3)
    held = bytes.slice(kept)
    heldAt += kept
  }
  return starts
}
