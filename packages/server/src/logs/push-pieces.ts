import { setImmediate } from 'node:timers/promises'
import { PieceReader, type LogPiece, type LogReader } from 'sluice/simulate/logs'
import { pieceCount, pieceEnd, READ_BYTES, readPiece, type FilePieces } from './file-pieces.ts'
import type { LogInPieces } from './open-in-pieces.ts'
import { PieceHelper } from './piece-helper.ts'

/** The helper is given so many pieces in advance, for it must not wait while many requests are decided here. */
const MOST_IN_HAND = 8
/** No piece is read that is so many further than the next to be pushed: so many may be held. */
const MOST_AHEAD = 32

export interface PushOptions {
  /** Told how far in the file all has been pushed. */
  readonly onBytes: (bytesRead: number) => void
  /** Asked after each piece: true ends the reading early. */
  readonly isEnough: () => boolean
}

export interface PushPiecesOptions extends PushOptions {
  /** Nothing is pushed before the helper is ready. */
  readonly awaitsHelper: boolean
}

/**
 * Pushes a log that is read on two threads: a helper reads pieces, and this thread pushes them in the order of the
 * file. Where the next piece is still being read there, this thread reads one further on.
 *
 * @returns false if the reading was ended early
 * @throws WorkError if the file cannot be read
 */
export async function pushPieces(
  { beginning, pieces, source }: LogInPieces,
  reader: LogReader,
  { awaitsHelper, ...options }: PushPiecesOptions,
): Promise<boolean> {
  const helper = new PieceHelper(pieces, source, 1)
  try {
    if (awaitsHelper) await helper.news()
    reader.push(beginning)
    return await new PieceQueue(pieces, new PieceReader(source, 0), helper).pushAll(reader, options)
  } finally {
    await helper.end()
  }
}

class PieceQueue {
  readonly #pieces: FilePieces
  readonly #own: PieceReader
  readonly #helper: PieceHelper
  readonly #buffer: Uint8Array = new Uint8Array(READ_BYTES)
  readonly #count: number
  /** Pieces that were read here and wait for their turn. */
  readonly #waiting: Map<number, readonly LogPiece[]> = new Map()
  /** The next piece to be pushed, and the next that nobody reads yet. */
  #next = 0
  #unclaimed = 0

  constructor(pieces: FilePieces, own: PieceReader, helper: PieceHelper) {
    this.#pieces = pieces
    this.#own = own
    this.#helper = helper
    this.#count = pieceCount(pieces)
  }

  async pushAll(reader: LogReader, { onBytes, isEnough }: PushOptions): Promise<boolean> {
    while (this.#next < this.#count) {
      this.#share()
      if (this.#pushNext(reader)) {
        onBytes(pieceEnd(this.#pieces, this.#next - 1))
        if (isEnough()) return false
      } else if (this.#canClaim()) {
        this.#readAhead(this.#unclaimed++)
      } else {
        // oxlint-disable-next-line no-await-in-loop -- all that can be done now is done
        await this.#helper.news()
      }
      // Lets in what the helper says.
      // oxlint-disable-next-line no-await-in-loop -- between two pieces
      await setImmediate()
    }
    return true
  }

  /** Keeps the helper busy; towards the end with less, so that both threads end together. */
  #share(): void {
    while (this.#canClaim()) {
      const most = Math.min(MOST_IN_HAND, 1 + (this.#count - this.#unclaimed) / 4)
      if (this.#helper.inHand >= most) return
      this.#helper.ask(this.#unclaimed++)
    }
  }

  #canClaim(): boolean {
    return this.#unclaimed < this.#count && this.#unclaimed - this.#next < MOST_AHEAD
  }

  /** False if the next piece is still being read by the helper. */
  #pushNext(reader: LogReader): boolean {
    const index = this.#next
    if (index === this.#unclaimed) {
      this.#unclaimed++
      for (const bytes of this.#bytes(index)) reader.push(bytes)
    } else {
      const parts = this.#waiting.get(index) ?? this.#helper.take(index)
      if (parts === undefined) return false
      this.#waiting.delete(index)
      for (const part of parts) reader.pushPiece(part)
    }
    this.#next++
    return true
  }

  #readAhead(index: number): void {
    const parts = Array.from(this.#bytes(index), (bytes) => this.#own.read(bytes))
    this.#waiting.set(index, parts)
  }

  #bytes(index: number): Iterable<Uint8Array> {
    return readPiece(this.#pieces, index, this.#buffer)
  }
}
