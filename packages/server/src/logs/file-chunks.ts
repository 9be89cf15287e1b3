import { readSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { unreadable } from './unreadable.ts'

/** Larger pieces would push themselves out of the processor's second cache before they are worked on. */
const CHUNK_BYTES = 2 ** 17

/**
 * Reads a file piece by piece, each good until the next one is asked for. A regular file is read on this thread: that
 * takes less time than handing so small a piece from one thread to another, and leaves it in this processor's cache.
 *
 * @throws WorkError with one clear line
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: unknown) => Promise.reject(unreadable(path, error)))
  const buffer = new Uint8Array(CHUNK_BYTES)
  try {
    // What is no regular file may have nothing to give yet, and must not keep all else from going on.
    const read = (await file.stat()).isFile() ? readNow : readLater
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one piece comes after the other
      const length = await read(path, file, buffer)
      if (length === 0) return
      yield buffer.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}

function readNow(path: string, file: FileHandle, buffer: Uint8Array): number {
  try {
    return readSync(file.fd, buffer, 0, buffer.length, null)
  } catch (error) {
    throw unreadable(path, error)
  }
}

async function readLater(path: string, file: FileHandle, buffer: Uint8Array): Promise<number> {
  const { bytesRead } = await file
    .read(buffer, 0, buffer.length)
    .catch((error: unknown) => Promise.reject(unreadable(path, error)))
  return bytesRead
}
