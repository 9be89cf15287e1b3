/** A log that was dropped on the page: read in a worker, and never sent anywhere. */
import { signal, type Signal } from '@preact/signals'
import { busiestWindow } from 'sluice/simulate'
import { Traffic } from '../model/index.ts'
import { LogClient } from '../worker/log-client.ts'
import type { LogClient as NamedClient, LogOverview, ReadProgress } from '../worker/log-overview.ts'
import { pause } from './playback.ts'
import { loadTraffic } from './send.ts'
import type { Session } from './session.ts'

export type LogState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly fileName: string; readonly progress: ReadProgress | undefined }
  | { readonly kind: 'read'; readonly overview: LogOverview }
  | { readonly kind: 'failed'; readonly fileName: string; readonly message: string }

/** How many windows the axis shows around a client's busiest one. */
const WINDOWS_SHOWN = 4

export class LogFile {
  readonly state: Signal<LogState> = signal({ kind: 'none' })
  /** The clients that were looked for. */
  readonly found: Signal<readonly NamedClient[]> = signal([])
  /** The client whose requests the lanes show. */
  readonly client: Signal<number | 'all' | undefined> = signal(undefined)
  readonly #session: Session
  #worker: LogClient | undefined

  constructor(session: Session) {
    this.#session = session
  }

  async open(file: File): Promise<void> {
    const fileName = file.name
    this.client.value = undefined
    this.state.value = { kind: 'reading', fileName, progress: undefined }
    try {
      const overview = await this.#asked().read(file, (progress) => {
        this.state.value = { kind: 'reading', fileName, progress }
      })
      this.found.value = overview.top
      this.state.value = { kind: 'read', overview }
    } catch (error) {
      this.state.value = { kind: 'failed', fileName, message: (error as Error).message }
      return
    }
    const busiest = this.found.value[0]
    if (busiest !== undefined) await this.show(busiest.client)
  }

  async find(text: string): Promise<void> {
    this.found.value = await this.#asked().find(text)
  }

  /** Shows the requests of one client, or of all, at the busiest moment. */
  async show(client: number | 'all'): Promise<void> {
    const { times, costs } = await this.#asked().requestsOf(client)
    const session = this.#session
    const { windowMs } = session.setup.value.lanes['fixed-window']
    const { endMs } = busiestWindow(times, windowMs, costs)
    const traffic = new Traffic()
    traffic.addAll(times, costs)
    this.client.value = client
    session.spanMs.value = WINDOWS_SHOWN * windowMs
    loadTraffic(session, traffic, endMs ?? 0)
    pause(session)
  }

  chart(): ReturnType<LogClient['chart']> {
    return this.#asked().chart()
  }

  /** Most visitors drop no file, so the worker is started for the first one, and anew if it is gone. */
  #asked(): LogClient {
    if (this.#worker?.isGone === true) this.#worker = undefined
    this.#worker ??= new LogClient(
      new Worker(new URL('../worker/log-worker.ts', import.meta.url), { type: 'module' }),
    )
    return this.#worker
  }
}
