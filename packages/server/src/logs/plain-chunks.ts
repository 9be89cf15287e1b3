import { WorkError } from '../command-error.ts'
import { gunzippedChunks } from './gunzipped-chunks.ts'

/** Enough to tell how a file is compressed. */
const MAGIC_BYTES = 6

const GZIP_MAGIC = [0x1f, 0x8b]

interface Compression {
  readonly name: string
  readonly magic: readonly number[]
  /** The program that writes the plain text to its standard output. */
  readonly program: string
}

const otherCompressions: readonly Compression[] = [
  { name: 'Zstandard', magic: [0x28, 0xb5, 0x2f, 0xfd], program: 'zstdcat' },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68], program: 'bzcat' },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], program: 'xzcat' },
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04], program: 'unzip -p' },
]

/**
 * The text of a log that may be compressed with gzip, which its first bytes tell, whatever it is called.
 *
 * @throws WorkError for a compression that cannot be read
 */
export async function* plainChunks(
  name: string,
  stored: AsyncIterable<Uint8Array>,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  const chunks = counted(stored, onBytes)
  try {
    const beginning = await firstBytes(chunks)
    const other = otherCompressions.find(({ magic }) => startsWith(beginning, magic))
    if (other !== undefined) throw unknownCompression(name, other)
    const all = joined(beginning, chunks)
    yield* startsWith(beginning, GZIP_MAGIC) ? gunzippedChunks(name, all) : all
  } finally {
    await chunks.return(undefined)
  }
}

function unknownCompression(name: string, other: Compression): WorkError {
  return new WorkError(
    `${name} is compressed with ${other.name}, which cannot be read here; try: ${other.program} FILE | sluice replay -`,
  )
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0
  for await (const chunk of chunks) {
    bytesRead += chunk.length
    onBytes(bytesRead)
    yield chunk
  }
}

/** The first chunk, with those after it if it is very short. */
async function firstBytes(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let beginning: Uint8Array = new Uint8Array(0)
  while (beginning.length < MAGIC_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk comes after the other
    const { value, done } = await chunks.next()
    if (done === true) break
    beginning = beginning.length === 0 ? value : Buffer.concat([beginning, value])
  }
  return beginning
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  yield* rest
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
