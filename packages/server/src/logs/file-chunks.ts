import { open, type FileHandle } from 'node:fs/promises'
import { WorkError } from '../command-error.ts'

const CHUNK_BYTES = 2 ** 20

/**
 * Reads a file in large pieces. Two buffers take turns: the next piece is read while the last one is worked on, which
 * is good until the piece after it is asked for.
 *
 * @throws WorkError with one clear line
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: unknown) => Promise.reject(unreadable(path, error)))
  try {
    let buffer: Uint8Array = new Uint8Array(CHUNK_BYTES)
    let other: Uint8Array = new Uint8Array(CHUNK_BYTES)
    let reading = readPiece(path, file, buffer)
    // oxlint-disable-next-line no-await-in-loop -- one piece comes after the other
    for (let length = await reading; length > 0; length = await reading) {
      const piece = buffer.subarray(0, length)
      ;[buffer, other] = [other, buffer]
      reading = readPiece(path, file, buffer)
      // A fault of the piece after this one is thrown when its turn comes.
      reading.catch(() => undefined)
      yield piece
    }
    await reading
  } finally {
    await file.close()
  }
}

async function readPiece(path: string, file: FileHandle, buffer: Uint8Array): Promise<number> {
  try {
    return (await file.read(buffer, 0, buffer.length)).bytesRead
  } catch (error) {
    throw unreadable(path, error)
  }
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
