import { Worker } from 'node:worker_threads'
import type { LogPiece, PieceSource } from 'sluice/simulate/logs'
import { WorkError } from '../command-error.ts'
import type { FilePieces } from './file-pieces.ts'
import type { PieceThreadData, PieceThreadMessage } from './piece-thread.ts'

const thread = new URL('./piece-thread.js', import.meta.url)

/** A thread that reads pieces of a log, seen from the thread that asks for them. */
export class PieceHelper {
  readonly #worker: Worker
  readonly #read: Map<number, readonly LogPiece[]> = new Map()
  #isReady = false
  #inHand = 0
  #fault: WorkError | undefined
  #wake: () => void = () => undefined

  constructor(pieces: FilePieces, source: PieceSource, id: number) {
    const workerData: PieceThreadData = { pieces, source, id }
    // Options of the program that runs, such as --eval, are not for the thread.
    this.#worker = new Worker(thread, { workerData, execArgv: [] })
    this.#worker.on('message', (message: PieceThreadMessage) => this.#hear(message))
    this.#worker.on('error', (error) => this.#fail(error.message))
    this.#worker.on('exit', () => this.#fail(`cannot read ${pieces.path}: the second thread has ended`))
  }

  /** How many pieces it has still to read; Infinity as long as it cannot be asked, which may be for ever. */
  get inHand(): number {
    return this.#isReady ? this.#inHand : Infinity
  }

  ask(index: number): void {
    this.#inHand++
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    this.#worker.postMessage(index)
  }

  /**
   * The parts of a piece, if it has been read; it is given once.
   *
   * @throws WorkError if something went wrong in the thread after it could be asked
   */
  take(index: number): readonly LogPiece[] | undefined {
    if (this.#fault !== undefined && this.#isReady) throw this.#fault
    const parts = this.#read.get(index)
    this.#read.delete(index)
    return parts
  }

  /** Waits until it has something new to say. */
  async news(): Promise<void> {
    if (this.#fault !== undefined) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  /** Ends the thread, whatever it is doing; it has touched the file for the last time. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #hear(message: PieceThreadMessage): void {
    if (message === 'ready') {
      this.#isReady = true
    } else {
      this.#inHand--
      this.#read.set(message.index, message.parts)
    }
    this.#wake()
  }

  #fail(message: string): void {
    this.#fault ??= new WorkError(message)
    this.#wake()
  }
}
