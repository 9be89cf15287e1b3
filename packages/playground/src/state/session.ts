/**
 * Everything the page shows, as signals. What changes with every frame is `instant`. The numbers of the lanes are made
 * from `shown`, and tables, sentences and answers from `summed`; both follow while time runs, as fast as can be read, and
 * at once when it stands still.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { defaultSetup, Player, Traffic, Arrivals, type LaneRun, type Setup } from '../model/index.ts'
import { decideAhead } from './decide-ahead.ts'
import { LaneRuns } from './lane-runs.ts'

/** A point on the time axis. */
export interface Instant {
  readonly nowMs: number
  /** The requests that have arrived; those of one time may be stepped through. */
  readonly count: number
}

/** How often numbers beside the lanes follow while time runs, and what is made of all of them. */
const SHOW_MS = 125
const SUM_MS = 500
const START: Instant = { nowMs: 0, count: 0 }

const SEED = 1

/** Evenly spaced, or those of many independent clients; none at 0 per second. */
export interface Stream {
  readonly perSecond: number
  readonly isPoisson: boolean
}

/** What is brought up to date: with `numbers` and `sums` also the picture. */
type Part = 'picture' | 'numbers' | 'sums' | 'all'

/** How much time the axis shows at first. */
export const SPAN_MS = 8000

export class Session {
  readonly setup: Signal<Setup> = signal(defaultSetup)
  readonly traffic: Signal<Traffic> = signal(new Traffic())
  /** Counts the changes within the traffic. */
  readonly trafficChanges: Signal<number> = signal(0)
  readonly instant: Signal<Instant> = signal(START)
  readonly shown: Signal<Instant> = signal(START)
  readonly summed: Signal<Instant> = signal(START)
  readonly isPaused: Signal<boolean> = signal(false)
  readonly speed: Signal<number> = signal(1)
  readonly spanMs: Signal<number> = signal(SPAN_MS)
  /** The part of a long traffic that all lanes have decided, from 0 to 1. */
  readonly progress: Signal<number> = signal(1)
  /** Why the settings that were typed are no limit; the ones before stay in force. */
  readonly settingsFault: Signal<string | undefined> = signal(undefined)
  /** The request that somebody chose to look at. */
  readonly chosen: Signal<number | undefined> = signal(undefined)
  /** The request whose answer is shown: the last one while nobody chose. */
  readonly selected: ReadonlySignal<number | undefined> = computed(() => {
    const { count } = this.summed.value
    const wanted = this.chosen.value ?? count - 1
    return wanted >= 0 && wanted < count ? wanted : undefined
  })
  readonly #laneRuns = new LaneRuns()
  /** The lanes that are shown, from top to bottom. */
  readonly runs: ReadonlySignal<readonly LaneRun[]> = computed(() =>
    this.#laneRuns.of(this.setup.value, this.traffic.value),
  )
  player: Player = new Player(this.traffic.value)
  /** Requests that keep coming while time runs. */
  readonly stream: Signal<Stream> = signal({ perSecond: 0, isPoisson: false })
  #arrivals: Arrivals | undefined
  #sinceShownMs = 0
  #sinceSummedMs = 0

  /** Lets the stream come from now on, after a change of it or a jump in time. */
  restartStream(): void {
    const { perSecond, isPoisson } = this.stream.value
    const { nowMs } = this.player
    this.#arrivals = perSecond > 0 ? new Arrivals(perSecond, nowMs, isPoisson ? SEED : undefined) : undefined
  }

  /** Moves time on by what has passed for people, as fast as it is set to run. */
  advance(elapsedMs: number): void {
    const isReady = decideAhead(this)
    this.#sinceShownMs += elapsedMs
    this.#sinceSummedMs += elapsedMs
    const due = this.#due()
    if (!isReady || this.player.isPaused) {
      if (due !== 'picture') this.refresh(due)
      return
    }
    batch(() => {
      this.player.advance(elapsedMs)
      this.#takeArrivals()
      this.refresh(due)
    })
  }

  /** Takes over where the player stands, in a part of the page or all of it. */
  refresh(part: Part = 'all'): void {
    const { nowMs, shown: count } = this.player
    const { value } = this.instant
    batch(() => {
      for (const run of this.runs.value) run.advanceTo(nowMs)
      this.isPaused.value = this.player.isPaused
      if (part === 'all' || value.nowMs !== nowMs || value.count !== count)
        this.instant.value = { nowMs, count }
      if (part === 'all' || part === 'numbers') {
        this.shown.value = this.instant.value
        this.#sinceShownMs = 0
      }
      if (part === 'all' || part === 'sums') {
        this.summed.value = this.shown.value
        this.#sinceSummedMs = 0
      }
    })
  }

  /** What else is due in a frame: never two, so that no frame takes long. */
  #due(): Part {
    if (this.shown.value !== this.instant.value && this.#sinceShownMs >= SHOW_MS) return 'numbers'
    if (this.summed.value !== this.shown.value && this.#sinceSummedMs >= SUM_MS) return 'sums'
    return 'picture'
  }

  #takeArrivals(): void {
    const arrived = this.#arrivals?.takeUntil(this.player.nowMs) ?? []
    if (arrived.length === 0) return
    this.traffic.value.addAll(arrived, this.setup.value.cost)
    this.trafficChanges.value += 1
  }
}
