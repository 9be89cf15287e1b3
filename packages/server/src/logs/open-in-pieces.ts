import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { createLogReader, type LogFields, type LogFormatName, type PieceSource } from 'sluice/simulate/logs'
import { compressionOf } from './compression.ts'
import type { FilePieces } from './file-pieces.ts'

/** An open log whose rest can be read in pieces once its beginning has been pushed. */
export interface LogInPieces {
  readonly beginning: Uint8Array
  readonly pieces: FilePieces
  readonly source: PieceSource
}

type Fields = LogFields & { readonly format?: LogFormatName }

/** Enough for the format to be known. */
const BEGINNING_BYTES = 2 ** 17

/**
 * Opens a log that can be read in pieces. Undefined, with nothing left open, if it cannot be: it is compressed, its lines
 * hang together, its first line is very long, or something is wrong with it, which the ordinary way will say.
 */
export function openInPieces(path: string, pieceBytes: number, fields: Fields): LogInPieces | undefined {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return undefined
  }
  const log = inPieces(path, fd, pieceBytes, fields)
  if (log === undefined) closeSync(fd)
  return log
}

function inPieces(path: string, fd: number, pieceBytes: number, fields: Fields): LogInPieces | undefined {
  try {
    const buffer = new Uint8Array(BEGINNING_BYTES)
    const from = readSync(fd, buffer, 0, buffer.length, 0)
    const beginning = buffer.subarray(0, from)
    const source = compressionOf(beginning) === undefined ? pieceSource(beginning, fields) : undefined
    const pieces = { path, fd, from, to: fstatSync(fd).size, pieceBytes }
    return source && { beginning, pieces, source }
  } catch {
    return undefined
  }
}

/** Tries a reader of its own on the beginning. */
function pieceSource(beginning: Uint8Array, fields: Fields): PieceSource | undefined {
  const reader = createLogReader(fields, () => undefined)
  reader.push(beginning)
  return reader.pieceSource
}
