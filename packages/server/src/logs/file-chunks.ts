import { open, type FileHandle } from 'node:fs/promises'
import { WorkError } from '../command-error.ts'

/** Larger pieces would no longer be in the processor's cache when they are worked on, smaller ones would wait more. */
const CHUNK_BYTES = 2 ** 19

/**
 * Reads a file piece by piece, each good until the next one is asked for. Two buffers take turns: while one is worked
 * on, the next piece is read into the other.
 *
 * @throws WorkError with one clear line
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: unknown) => Promise.reject(unreadable(path, error)))
  let buffer = new Uint8Array(CHUNK_BYTES)
  let other = new Uint8Array(CHUNK_BYTES)
  let reading = startedReading(path, file, buffer)
  try {
    // oxlint-disable-next-line no-await-in-loop -- one piece comes after the other
    for (let length = await reading; length > 0; length = await reading) {
      const piece = buffer.subarray(0, length)
      ;[buffer, other] = [other, buffer]
      reading = startedReading(path, file, buffer)
      yield piece
    }
  } finally {
    // Nothing may be read into a buffer, or from a file, that is gone.
    await reading.catch(() => undefined)
    await file.close()
  }
}

/** A fault is thrown where the piece is waited for, which may be never. */
function startedReading(path: string, file: FileHandle, buffer: Uint8Array): Promise<number> {
  const reading = file.read(buffer, 0, buffer.length).then(
    ({ bytesRead }) => bytesRead,
    (error: unknown) => Promise.reject(unreadable(path, error)),
  )
  reading.catch(() => undefined)
  return reading
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
}

function unreadable(path: string, error: unknown): WorkError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new WorkError(`cannot read ${path}: ${reasons[code] ?? message}`)
}
