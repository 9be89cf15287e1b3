/** The other thread: reads the pieces that it is asked for, one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { PieceReader, type LogPiece, type PieceSource } from 'sluice/simulate/logs'
import { READ_BYTES, readPiece, type FilePieces } from './file-pieces.ts'

/** What the thread is started with. */
export interface PieceThreadData {
  readonly pieces: FilePieces
  readonly source: PieceSource
  /** Of its reader. */
  readonly id: number
}

/** What the thread says: a piece that it was asked for, in its parts, or, first of all, that it can be asked. */
export type PieceThreadMessage = 'ready' | { readonly index: number; readonly parts: readonly LogPiece[] }

const { pieces, source, id } = workerData as PieceThreadData
const reader = new PieceReader(source, id)
const buffer = new Uint8Array(READ_BYTES)

function say(message: PieceThreadMessage, transferred: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transferred)
}

parentPort!.on('message', (index: number) => {
  const parts = Array.from(readPiece(pieces, index, buffer), (bytes) => reader.read(bytes))
  const columns = parts.flatMap(({ requests }) => [requests.times, requests.clients])
  say(
    { index, parts },
    columns.map((column) => column.buffer as ArrayBuffer),
  )
})
say('ready')
