import type { ClientNumbers } from './client-table.ts'
import type { LogPiece } from './log-piece.ts'
import type { RequestRows } from './request-columns.ts'

/** Gives the clients of pieces that were read apart the numbers that they have in the log. */
export class PieceClients {
  readonly #clients: ClientNumbers
  /** By reader: the log's numbers of the clients that the reader has met. */
  readonly #numbers: Map<number, number[]> = new Map()

  constructor(clients: ClientNumbers) {
    this.#clients = clients
  }

  /** The requests of a piece with the numbers of the log. New clients get theirs in the order in which they stand there. */
  renumbered({ reader, names, nameEnds, requests }: LogPiece): RequestRows {
    const numbers = this.#numbers.get(reader) ?? []
    this.#numbers.set(reader, numbers)
    let start = 0
    for (const end of nameEnds) {
      numbers.push(this.#clients.indexOf(names, start, end))
      start = end
    }
    const clients = new Int32Array(requests.length)
    for (let i = 0; i < clients.length; i++) clients[i] = numbers[requests.clients[i]!]!
    return { ...requests, clients }
  }
}
