import { WorkError } from '../command-error.ts'
import { compressionOf, MAGIC_BYTES, type Compression } from './compression.ts'
import { gunzippedChunks } from './gunzipped-chunks.ts'

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
    const compression = compressionOf(beginning)
    const all = joined(beginning, chunks)
    if (compression === undefined) yield* all
    else if (compression.name === 'gzip') yield* gunzippedChunks(name, all)
    else throw unknownCompression(name, compression)
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
