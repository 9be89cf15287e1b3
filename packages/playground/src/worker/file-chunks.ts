/** The text of a dropped file, piece by piece: as it is, or decompressed where it is gzip. */
import { gunzippedChunks } from './gunzipped-chunks.ts'
import { chunksOf, type ByteProgress } from './stream-chunks.ts'
import { UnreadableFile } from './unreadable-file.ts'

const MAGIC_BYTES = 6

/** Compressions that browsers have no means to undo, by how their files begin. */
const others: readonly { readonly name: string; readonly magic: readonly number[] }[] = [
  { name: 'Zstandard', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68] },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04] },
]

/**
 * @throws UnreadableFile for another compression, before anything was read; for damaged gzip data, after everything
 * that could be
 */
export async function* fileChunks(file: Blob, onBytes: ByteProgress): AsyncGenerator<Uint8Array> {
  const beginning = new Uint8Array(await file.slice(0, MAGIC_BYTES).arrayBuffer())
  const other = others.find(({ magic }) => beginsWith(beginning, magic))
  if (other !== undefined)
    throw new UnreadableFile(`This file is compressed with ${other.name}; decompress it, or use gzip.`)
  if (beginsWith(beginning, [0x1f, 0x8b])) yield* gunzippedChunks(file, onBytes)
  else yield* plainChunks(file, onBytes)
}

async function* plainChunks(file: Blob, onBytes: ByteProgress): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunksOf(file.stream())) {
    bytes += chunk.length
    yield chunk
    onBytes(bytes)
  }
}

function beginsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}
