/**
 * Everything the page shows, as signals. What changes with every frame is `instant`; what words and numbers are made
 * from is `shown`, which follows a few times a second while time runs, and at once when it stands still.
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

const FOLLOW_MS = 125
/** An answer stays so long at least while time runs. */
const READ_MS = 1000
const START: Instant = { nowMs: 0, count: 0 }

const SEED = 1

/** Evenly spaced, or those of many independent clients; none at 0 per second. */
export interface Stream {
  readonly perSecond: number
  readonly isPoisson: boolean
}

/** How much time the axis shows at first. */
export const SPAN_MS = 8000

export class Session {
  readonly setup: Signal<Setup> = signal(defaultSetup)
  readonly traffic: Signal<Traffic> = signal(new Traffic())
  /** Counts the changes within the traffic. */
  readonly trafficChanges: Signal<number> = signal(0)
  readonly instant: Signal<Instant> = signal(START)
  readonly shown: Signal<Instant> = signal(START)
  readonly isPaused: Signal<boolean> = signal(false)
  readonly speed: Signal<number> = signal(1)
  readonly spanMs: Signal<number> = signal(SPAN_MS)
  /** The part of a long traffic that all lanes have decided, from 0 to 1. */
  readonly progress: Signal<number> = signal(1)
  /** Why the settings that were typed are no limit; the ones before stay in force. */
  readonly settingsFault: Signal<string | undefined> = signal(undefined)
  /** The request that somebody chose to look at. */
  readonly chosen: Signal<number | undefined> = signal(undefined)
  /** How many requests had come when the last one was taken for `selected`. */
  readonly #latest: Signal<number> = signal(0)
  /** The request whose answer is shown: while nobody chose the last one, as far as it can be read while time runs. */
  readonly selected: ReadonlySignal<number | undefined> = computed(() => {
    const { count } = this.shown.value
    const wanted = this.chosen.value ?? Math.min(count, this.#latest.value) - 1
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
  #sinceLatestMs = 0

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
    this.#sinceLatestMs += elapsedMs
    if (!isReady || this.player.isPaused) {
      if (this.shown.value !== this.instant.value && this.#sinceShownMs >= FOLLOW_MS) this.refresh()
      return
    }
    batch(() => {
      this.player.advance(elapsedMs)
      this.#takeArrivals()
      this.refresh(this.#sinceShownMs >= FOLLOW_MS)
    })
  }

  #takeArrivals(): void {
    const arrived = this.#arrivals?.takeUntil(this.player.nowMs) ?? []
    if (arrived.length === 0) return
    this.traffic.value.addAll(arrived, this.setup.value.cost)
    this.trafficChanges.value += 1
  }

  /** Takes over where the player stands, with words and numbers too unless they may follow later. */
  refresh(withNumbers = true): void {
    const { nowMs, shown } = this.player
    batch(() => {
      for (const run of this.runs.value) run.advanceTo(nowMs)
      this.isPaused.value = this.player.isPaused
      this.instant.value = { nowMs, count: shown }
      if (!withNumbers) return
      this.shown.value = this.instant.value
      this.#sinceShownMs = 0
      if (!this.player.isPaused && this.#sinceLatestMs < READ_MS && shown >= this.#latest.value) return
      this.#latest.value = shown
      this.#sinceLatestMs = 0
    })
  }
}
