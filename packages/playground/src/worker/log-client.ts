import type { LogFields } from 'sluice/simulate'
import type { BurstChart } from '../model/burst-chart.ts'
import type { LogClient as NamedClient, LogOverview, ReadProgress } from './log-overview.ts'
import type { Question, Reply, RequestsAnswer } from './messages.ts'

/** What is needed of a `Worker`. */
export interface MessagePeer {
  postMessage(question: Question): void
  addEventListener(type: 'message', listener: (event: { readonly data: Reply }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly onProgress: (progress: ReadProgress) => void
}

const GONE =
  'The part of this page that reads logs did not load, or broke down. Try again, or load the page anew.'

type Ask = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never

/** The page's side: asks the worker, and rejects with what it says is wrong, in words for people. */
export class LogClient {
  readonly #worker: MessagePeer
  readonly #waiting: Map<number, Waiting> = new Map()
  #nextId: number = 0
  #isGone: boolean = false

  /** @param worker made from `log-worker.ts` */
  constructor(worker: MessagePeer) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }) => this.#take(data))
    worker.addEventListener('error', () => this.#end())
  }

  /** Whether the worker could not be loaded or has broken down: another one is needed. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Reads a log in place of the one before. `fields` names columns, where guessing them is not enough. */
  read(
    file: File,
    onProgress: (progress: ReadProgress) => void = () => undefined,
    fields: LogFields = {},
  ): Promise<LogOverview> {
    return this.#ask({ ask: 'read', file, fields }, onProgress) as Promise<LogOverview>
  }

  /** The clients whose name holds the text, those with the most requests first. */
  find(text: string, most: number = 50): Promise<readonly NamedClient[]> {
    return this.#ask({ ask: 'find', text, most }) as Promise<readonly NamedClient[]>
  }

  /** The requests of one client, or of all as if one had sent them, for `Traffic.addAll`. */
  requestsOf(client: number | 'all'): Promise<RequestsAnswer> {
    return this.#ask({ ask: 'requests', client }) as Promise<RequestsAnswer>
  }

  /** How large a bucket must be at each rate so that a share of the clients is never refused. */
  chart(shares: readonly number[] = [0.9, 0.99, 1]): Promise<BurstChart> {
    return this.#ask({ ask: 'chart', shares }) as Promise<BurstChart>
  }

  #ask(question: Ask, onProgress: Waiting['onProgress'] = () => undefined): Promise<unknown> {
    if (this.#isGone) return Promise.reject(new Error(GONE))
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      this.#worker.postMessage({ ...question, id })
    })
  }

  #end(): void {
    this.#isGone = true
    for (const { reject } of this.#waiting.values()) reject(new Error(GONE))
    this.#waiting.clear()
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    if (waiting === undefined) return
    if (reply.reply === 'progress') return waiting.onProgress(reply.progress)
    this.#waiting.delete(reply.id)
    if (reply.reply === 'fault') waiting.reject(new Error(reply.message))
    else waiting.resolve(reply.value)
  }
}
