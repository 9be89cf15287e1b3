import { readSync } from 'node:fs'
import { unreadable } from './unreadable.ts'

/** A part of an open file that is read in pieces, by any thread. */
export interface FilePieces {
  /** What the file is called where it cannot be read. */
  readonly path: string
  readonly fd: number
  /** The part begins here and ends before `to`. */
  readonly from: number
  readonly to: number
  readonly pieceBytes: number
}

/** Larger reads would push what was read out of the processor's second cache before it is worked on. */
export const READ_BYTES: number = 2 ** 17

export function pieceCount({ from, to, pieceBytes }: FilePieces): number {
  return Math.max(0, Math.ceil((to - from) / pieceBytes))
}

/** Where a piece ends in the file. */
export function pieceEnd({ from, to, pieceBytes }: FilePieces, index: number): number {
  return Math.min(to, from + (index + 1) * pieceBytes)
}

/**
 * Reads a piece, part by part into a buffer of `READ_BYTES`. It is shorter than it should be if the file has become so.
 *
 * @throws WorkError with one clear line
 */
export function* readPiece(pieces: FilePieces, index: number, buffer: Uint8Array): Generator<Uint8Array> {
  const end = pieceEnd(pieces, index)
  for (let at = pieces.from + index * pieces.pieceBytes; at < end;) {
    const bytesRead = readAt(pieces, buffer.subarray(0, end - at), at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

function readAt({ path, fd }: FilePieces, buffer: Uint8Array, position: number): number {
  try {
    return readSync(fd, buffer, 0, buffer.length, position)
  } catch (error) {
    throw unreadable(path, error)
  }
}
