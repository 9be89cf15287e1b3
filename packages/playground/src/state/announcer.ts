/** What a screen reader is told: what the lanes did with the requests that were just sent. */
import { effect, signal, type Signal } from '@preact/signals'
import { Outcome, timesOf, type LaneRun, type Recipe } from '../model/index.ts'
import { laneTitles } from '../words/lane-titles.ts'
import type { Session } from './session.ts'

interface Followed {
  readonly label: string
  readonly firstMs: number
  readonly lastMs: number
  readonly count: number
}

export class Announcer {
  readonly message: Signal<string> = signal('')
  /** What went wrong, for everybody to see. */
  readonly complaint: Signal<string | undefined> = signal(undefined)
  readonly #session: Session
  #followed: Followed | undefined

  constructor(session: Session) {
    this.#session = session
    effect(() => {
      // What is sent into the past is done at once.
      void session.trafficChanges.value
      this.#sayIfDone(session.shown.value.nowMs)
    })
  }

  say(message: string): void {
    this.message.value = message
  }

  complain(message: string | undefined): void {
    this.complaint.value = message
  }

  /** Says what became of these requests, once all of them have come. */
  follow(label: string, recipe: Recipe): void {
    const times = timesOf(recipe)
    this.#followed = { label, firstMs: times[0] ?? 0, lastMs: times.at(-1) ?? 0, count: times.length }
    this.#sayIfDone(this.#session.shown.peek().nowMs)
  }

  #sayIfDone(nowMs: number): void {
    const followed = this.#followed
    if (followed === undefined || nowMs < followed.lastMs) return
    this.#followed = undefined
    const traffic = this.#session.traffic.peek()
    const to = traffic.countUpTo(followed.lastMs)
    const from = Math.max(traffic.countUpTo(followed.firstMs - 1), to - followed.count)
    const lanes = this.#session.runs
      .peek()
      .map((run) => `${laneTitles[run.name]} ${outcomesInWords(run, from, to)}`)
    this.say(`${followed.label}: ${lanes.join('; ')}.`)
  }
}

function outcomesInWords({ outcomes }: LaneRun, from: number, to: number): string {
  const counts = [0, 0, 0]
  for (const outcome of outcomes.subarray(from, to)) counts[outcome]! += 1
  const words = [
    { count: counts[Outcome.allowed]!, word: 'allowed' },
    { count: counts[Outcome.queued]!, word: 'queued' },
    { count: counts[Outcome.refused]!, word: 'refused' },
  ].filter(({ count, word }) => count > 0 || word === 'allowed')
  return words.map(({ count, word }) => `${count} ${word}`).join(', ')
}
